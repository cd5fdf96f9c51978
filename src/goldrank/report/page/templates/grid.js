/* Needs × systems: what is under the pointer is said, and a press opens that need. */
const startGrid = (all, needs, textOf, open) => {
  const cells = document.querySelector(".cells");
  if (!cells) return;
  const { order, columns } = all.grid;
  const under = (event) => {
    const box = cells.getBoundingClientRect();
    const at = (part, size, count) => Math.min(Math.max(Math.floor((part / size) * count), 0), count - 1);
    const need = needs[order[at(event.clientY - box.top, box.height, order.length)]];
    return [need, columns[at(event.clientX - box.left, box.width, columns.length)]];
  };
  const tip = make("div", { class: "tip", hidden: true });
  document.body.append(tip);
  cells.addEventListener("pointermove", (event) => {
    const [need, system] = under(event);
    tip.replaceChildren(isolated(need.text), make("span", {}, isolated(all.systems[system].join("/")), `: ${textOf(need, system)}`));
    tip.hidden = false;
    tip.style.left = `${Math.max(Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8), 8)}px`;
    tip.style.top = `${event.clientY + 16 + tip.offsetHeight > innerHeight ? event.clientY - 12 - tip.offsetHeight : event.clientY + 16}px`;
  });
  cells.addEventListener("pointerleave", () => { tip.hidden = true; });
  cells.addEventListener("click", (event) => { tip.hidden = true; open(...under(event)); });
};
