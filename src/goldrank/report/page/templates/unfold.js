"use strict";
/* JSON out of a script element: base64, deflated. */
const unfold = async (id) => {
  const folded = atob(document.getElementById(id).textContent);
  const bytes = new Uint8Array(folded.length);
  for (let n = 0; n < folded.length; n += 1) bytes[n] = folded.charCodeAt(n);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
};
let unfolded;
const details = () => (unfolded ??= unfold("details"));

/* Hidden and direction characters are shown as escapes, as in the page's own tables. */
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;
const visible = (text) =>
  text.replaceAll("\r\n", "\n").replace(HIDDEN, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);

/* An element with attributes and children; a string becomes text, never markup. */
const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
};
const isolated = (text, attributes = {}) => make("bdi", attributes, visible(String(text)));
