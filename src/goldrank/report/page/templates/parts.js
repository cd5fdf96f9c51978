/* What an opened need shows. Units, places and affixes are named by number. */
const SPLIT = -1;
const SIDES = ["", "topic", "predicate", "both", "neither"];
/* `known` is how deep the ranks of a system are known, 0 where that is to the last. */
const rankText = (rank, known = 0) =>
  rank === SPLIT ? "split" : rank ? rank.toLocaleString("en") : known ? `> ${known.toLocaleString("en")}` : "none";
const heat = (rank, found) =>
  rank === 1 ? "first" : rank === SPLIT || rank === 0 || rank > 100 ? "lost" : rank <= found ? "near" : rank > 20 ? "far" : "";
const kindOf = (name) => `d-${name.replaceAll(" ", "-")}`;
const placeText = (titles) =>
  titles.flatMap((title, n) => [n ? make("span", { class: "sep" }, " › ") : null, isolated(title)]);

const aroundOf = (data, chunker, name, unit) => {
  const table = data.around.find(([c, r]) => c === chunker && r === name);
  const at = table ? table[2].indexOf(unit) : -1;
  return at < 0 ? null : { before: data.affixes[table[3][at]], after: data.affixes[table[4][at]], read: table[5][at], leftOut: table[6]?.[at] ?? [] };
};

/* The indexed string in stretches. Offsets count code points, so the strings are cut as such. */
const indexedOf = (data, chunker, name, unit, evidence, cuts) => {
  const around = aroundOf(data, chunker, name, unit);
  if (!around) return make("p", { class: "note" }, "The text of this unit is not kept.");
  const before = [...around.before], body = [...data.texts[unit]];
  const all = [...before, ...body, ...around.after];
  const read = cuts && around.read >= 0 ? around.read : all.length;
  const [from, to] = [before.length, before.length + body.length];
  const [, document_, start] = /^(.*)#(\d+)-\d+$/su.exec(data.units[unit]) ?? [null, "", "0"];
  const spans = evidence
    .filter(([id, first]) => id === document_ && first >= 0)
    .map(([, first, last]) => [Math.max(first - Number(start) + from, from), Math.min(last - Number(start) + from, to)]);
  const gaps = cuts ? around.leftOut : [];
  const edges = [...new Set([0, from, to, read, all.length, ...spans.flat(), ...gaps.flat()])].filter((e) => e >= 0 && e <= all.length).sort((a, b) => a - b);
  const shown = make("pre", { class: "indexed", tabindex: "0" });
  edges.slice(0, -1).forEach((edge, n) => {
    const inside = edge >= from && edge < to;
    const held = inside && spans.some(([first, last]) => edge >= first && edge < last);
    if (edge === read) shown.append(make("span", { class: "cut" }, "the window ends here"));
    const kind = held ? "evidence" : inside ? "chunk" : "prefix";
    const text = isolated(all.slice(edge, edges[n + 1]).join(""));
    const known = edge < read && !gaps.some(([first, last]) => edge >= first && edge < last);
    shown.append(make(held ? "mark" : "span", { class: known ? kind : `${kind} unread` }, text));
  });
  return shown;
};

const legend = () =>
  make("p", { class: "legend indexed" }, make("span", { class: "prefix" }, "prefix"), make("mark", {}, "evidence"), make("span", { class: "unread" }, "not read"));

const rankedOf = (data, state, query, need, system) => {
  const [units, scores, bits] = data.lists[query][system];
  const [, gold, goldScores, sides] = need.more;
  const rows = units.map((unit, n) => ({ rank: n + 1, unit, score: scores[n], bits: bits[n], side: Number(sides[system][n] ?? 0) }));
  const rank = need.ranks[system];
  if (rank > units.length) rows.push({ rank, unit: gold[system], score: goldScores[system], bits: 0, side: 0 });
  return make("ol", { class: "ahead" }, rows.map((row) => competitor(data, query, row, row.unit === gold[system])));
};

const competitor = (data, query, row, isGold) => {
  const terms = data.terms[query].filter((_, n) => (row.bits >> n) & 1);
  const text = data.texts[row.unit].replace(/\s+/gu, " ");
  return make("li", { class: isGold ? "gold" : undefined },
    make("span", { class: "n" }, rankText(row.rank)),
    make("div", {}, make("a", { href: `#c${row.unit}` }, placeText(data.places[data.unitPlaces[row.unit]])),
    make("span", { class: "n score" }, row.score === null ? "" : String(row.score)),
    isGold ? make("span", { class: "chip gold" }, "gold") : null,
    row.side > 4 ? make("span", { class: "chip" }, "near-copy") : null,
    row.side % 5 ? make("span", { class: "chip" }, `matches ${SIDES[row.side % 5]}`) : null,
    terms.length ? make("span", { class: "terms" }, terms.map((t) => isolated(t, { class: data.common[query].includes(t) ? "term common" : "term" }))) : null,
    make("span", { class: "excerpt" }, isolated([...text].slice(0, 150).join("") + (text.length > 150 ? " …" : "")))));
};
