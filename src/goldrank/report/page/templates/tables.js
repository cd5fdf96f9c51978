/* Every table of class sortable sorts by a press on a heading; missing values stay last. */
const compare = (a, b, way) => {
  if (a === null || b === null) return (a === null) - (b === null);
  const order = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
  return way * order;
};
const showSort = (heads, chosen, way) => {
  for (const head of heads) head.removeAttribute("aria-sort");
  chosen.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
};
const valueOf = (cell) => {
  if (cell.dataset.v !== undefined) return Number(cell.dataset.v);
  return cell.classList.contains("n") ? null : cell.textContent;
};
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    if (!head.textContent.trim()) return;
    const button = make("button", { type: "button" }, head.textContent);
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const first = head.classList.contains("n") ? -1 : 1;
      const way = before === null ? first : before === "ascending" ? -1 : 1;
      const body = table.tBodies[0];
      const rows = [...body.rows].sort((x, y) => compare(valueOf(x.cells[column]), valueOf(y.cells[column]), way));
      for (const row of rows) row.classList.remove("first");
      body.append(...rows);
      showSort(heads, head, way);
    });
    head.replaceChildren(button);
  });
}
