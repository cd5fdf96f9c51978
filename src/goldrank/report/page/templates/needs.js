/* The table of all needs: search, filter, sort, open. */
const start = async () => {
  const all = await unfold("overview");
  const byId = (id) => document.getElementById(id);
  const names = (part) => [...new Set(all.systems.map((system) => system[part]))];
  const needs = all.needs.map(([id, number, text, tags, place, ranks, diagnoses], index) => ({
    index, id, number, text, tags, place: all.places[place], ranks, diagnoses,
    words: [id, text, ...tags, ...all.places[place]].join(" ").toLowerCase(),
  }));
  const state = { sort: "rank", way: -1, shown: 50, open: new Map() };
  const field = (name) => byId(`f-${name}`);
  const systemOf = (variant) =>
    all.systems.findIndex(([c, v, r]) => c === field("chunker").value && v === variant && r === field("ranker").value);
  const variants = () =>
    all.systems.filter(([c, , r]) => c === field("chunker").value && r === field("ranker").value).map(([, v]) => v);
  const fill = (select, values, chosen) => {
    select.replaceChildren(...values.map((value) => make("option", { value, selected: value === chosen }, visible(value))));
  };
  const fillVariants = () => fill(field("variant"), variants(), variants().includes(field("variant").value) ? field("variant").value : all.baseline);
  /* What is not retrieved is deepest; a split need has no rank at any depth and stays last. */
  const depth = (rank) => (rank === SPLIT ? null : rank || 1e15);
  const textOf = (need, system) => rankText(need.ranks[system], all.known[system]);

  const inBand = (need, system) => {
    const rank = need.ranks[system], base = need.ranks[systemOf(all.baseline)];
    switch (field("band").value) {
      case "found": return rank > 0 && rank <= all.found;
      case "20": return rank > 20;
      case "100": return rank > 100;
      case "none": return rank === 0;
      case "split": return rank === SPLIT;
      case "worse": return base !== undefined && rank !== SPLIT && depth(rank) > depth(base);
      case "better": return base !== undefined && rank !== SPLIT && depth(rank) < depth(base);
      default: return true;
    }
  };
  const chosenNeeds = (system) => {
    const words = field("text").value.toLowerCase().split(/\s+/u).filter(Boolean);
    const tag = field("tag")?.value ?? "", diagnosis = field("diagnosis").value;
    return needs.filter((need) =>
      words.every((word) => need.words.includes(word)) && (!tag || need.tags.includes(tag)) &&
      (!diagnosis || all.diagnoses[need.diagnoses[system]] === diagnosis) && inBand(need, system));
  };
  const sortValue = (need, system) => {
    if (state.sort === "query") return need.text;
    if (state.sort === "place") return need.place.join(" ");
    if (state.sort === "diagnosis") return all.diagnoses[need.diagnoses[system]] ?? "";
    const at = state.sort === "rank" ? system : systemOf(state.sort.slice(2));
    return depth(need.ranks[at] ?? 0);
  };

  const head = () => {
    const focus = field("variant").value;
    const columns = [["query", "query"], ["place", "gold chunk"], ["diagnosis", "diagnosis"], ...variants().map((v) => [`v:${v}`, v])];
    const heads = columns.map(([key, name]) => {
      const rank = key.startsWith("v:");
      const button = make("button", { type: "button", "data-key": key }, isolated(name));
      button.addEventListener("click", () => {
        const same = state.sort === key || (state.sort === "rank" && key === `v:${focus}`);
        state.way = same ? -state.way : rank ? -1 : 1;
        state.sort = key;
        render();
        byId("need-table").querySelector(`button[data-key="${CSS.escape(key)}"]`)?.focus();
      });
      const sorted = state.sort === key || (state.sort === "rank" && key === `v:${focus}`);
      return make("th", { scope: "col", class: rank ? "n" : { place: "where", diagnosis: "why" }[key], "aria-sort": sorted ? (state.way > 0 ? "ascending" : "descending") : undefined }, button);
    });
    byId("need-table").tHead.replaceChildren(make("tr", {}, heads));
  };

  const row = (need, system) => {
    const name = all.diagnoses[need.diagnoses[system]];
    const button = make("button", { type: "button", class: "open", "aria-expanded": String(state.open.has(need.index)), "aria-controls": `d${need.index}` }, isolated(need.text));
    const line = make("tr", {},
      make("td", { class: "what" }, button, make("span", { class: "under" }, isolated([need.id, ...(need.number ? [`need ${need.number}`] : []), ...need.tags].join(" · ")))),
      make("td", { class: "where" }, placeText(need.place)),
      make("td", { class: "why" }, name ? make("span", { class: `chip ${kindOf(name)}` }, visible(name)) : null),
      variants().map((variant) => {
        const its = systemOf(variant);
        return make("td", { class: "n" }, make("span", { class: `heat ${heat(need.ranks[its], all.found)}` }, textOf(need, its)));
      }));
    button.addEventListener("click", () => toggle(need, button, line));
    return line;
  };
  const toggle = async (need, button, line) => {
    const opens = !state.open.has(need.index);
    button.setAttribute("aria-expanded", String(opens));
    if (!opens) {
      state.open.delete(need.index);
      line.nextElementSibling?.remove();
      return;
    }
    state.open.set(need.index, systemOf(field("variant").value));
    await unfoldRow(need, line);
  };
  const unfoldRow = async (need, line) => {
    const body = make("div", { class: "body" }, make("p", { class: "note" }, "Unfolding …"));
    line.after(make("tr", { class: "detail", id: `d${need.index}` }, make("td", { colspan: line.cells.length }, body)));
    const data = await details();
    need.more = data.needs[need.index];
    show(data, need, body);
  };

  const show = (data, need, body) => {
    const system = state.open.get(need.index);
    const [chunker, variant, ranker] = all.systems[system];
    const query = data.queries[need.id];
    const [evidence, gold, , , covers, repairs] = need.more;
    const reads = data.reads[system];
    const cover = need.ranks[system] === SPLIT ? covers[chunker] ?? [] : [];
    const name = all.diagnoses[need.diagnoses[system]];
    const left = cover.length || gold[system] < 0
      ? [make("h4", {}, "No chunk holds the evidence; these hold its parts"), make("ul", {}, cover.map((unit) => make("li", {}, make("a", { href: `#c${unit}` }, placeText(data.places[data.unitPlaces[unit]])))))]
      : [make("h4", {}, "What is indexed of the gold chunk"), make("p", { class: "id" }, isolated(data.units[gold[system]])),
        ...reads.map((each, n) => make("div", {}, reads.length > 1 ? make("p", { class: "note" }, n ? "by words" : "by vector") : null, indexedOf(data, chunker, each, gold[system], evidence, all.dense[system] && n === 0))), legend()];
    body.replaceChildren(
      make("div", { class: "pair" },
        make("div", {}, make("h4", {}, evidence.length > 1 ? "Evidence: any of these" : "Evidence"), evidence.map(([id, , , quote]) => make("blockquote", {}, isolated(quote || id), make("footer", {}, isolated(id)))),
          make("p", { class: "note" }, isolated(`${variant} / ${ranker}`), ": ", need.ranks[system] > 0 ? "rank " : "", make("b", {}, textOf(need, system)), name ? [", ", make("span", { class: `chip ${kindOf(name)}` }, visible(name))] : []),
          repairs[system] ? [". Tried in this run: ", isolated(repairs[system])] : []),
        make("div", {}, make("h4", {}, "Ranks: choose a system"), matrix(data, need, body, chunker, system))),
      make("div", { class: "pair" }, make("div", {}, ...left), make("div", {}, make("h4", {}, "What ranks first"), rankedOf(data, state, query, need, system))));
  };
  const matrix = (data, need, body, chunker, chosen) => {
    const mine = all.systems.map((system, n) => [...system, n]).filter(([c]) => c === chunker);
    const rankers = [...new Set(mine.map((s) => s[2]))], rows = [...new Set(mine.map((s) => s[1]))];
    const cell = (variant, ranker) => {
      const found = mine.find((s) => s[1] === variant && s[2] === ranker);
      if (!found) return make("td", {});
      const text = textOf(need, found[3]);
      const button = make("button", { type: "button", class: heat(need.ranks[found[3]], all.found), "aria-pressed": String(found[3] === chosen), "aria-label": `${visible(variant)}, ${visible(ranker)}: rank ${text}` }, text);
      button.addEventListener("click", () => {
        state.open.set(need.index, found[3]);
        show(data, need, body);
        body.querySelector(".matrix [aria-pressed=true]").focus();
      });
      return make("td", {}, button);
    };
    return make("table", { class: "matrix" }, make("caption", { class: "hidden" }, "Ranks by variant and ranker"),
      make("thead", {}, make("tr", {}, make("th", {}), rankers.map((r) => make("th", { scope: "col" }, isolated(r))))),
      make("tbody", {}, rows.map((v) => make("tr", {}, make("th", { scope: "row" }, isolated(v)), rankers.map((r) => cell(v, r))))));
  };

  const render = () => {
    const system = systemOf(field("variant").value);
    const found = chosenNeeds(system);
    found.sort((a, b) => compare(sortValue(a, system), sortValue(b, system), state.way) || a.index - b.index);
    head();
    const body = byId("need-table").tBodies[0];
    const shown = found.slice(0, state.shown);
    body.replaceChildren(...shown.map((need) => row(need, system)));
    shown.forEach((need, n) => state.open.has(need.index) && unfoldRow(need, body.querySelectorAll(":scope > tr:not(.detail)")[n]));
    byId("count").textContent = `${found.length.toLocaleString("en")} of ${needs.length.toLocaleString("en")} needs${found.length > shown.length ? `, the first ${shown.length} shown` : ""}`;
    byId("more").hidden = found.length <= shown.length;
  };

  /* A link to a unit opens its text, so that the way back is the browser's; a page that was opened
     at such a link has no way back of its own. */
  let linked = false;
  const follow = async () => {
    const [, number] = /^#c(\d+)$/u.exec(location.hash) ?? [];
    const dialog = byId("unit");
    if (number === undefined) { if (dialog.open) dialog.close(); return; }
    const data = await details();
    const unit = Number(number);
    if (data.units[unit] === undefined) return;
    byId("unit-title").replaceChildren(...placeText(data.places[data.unitPlaces[unit]]).filter(Boolean));
    byId("unit-body").replaceChildren(make("p", { class: "id" }, isolated(data.units[unit])), make("pre", { tabindex: "0" }, isolated(data.texts[unit] || "The text of this unit is not kept.")));
    if (!dialog.open) dialog.showModal();
  };

  fill(field("chunker"), names(0));
  fill(field("ranker"), names(2));
  fillVariants();
  field("diagnosis").append(...all.diagnoses.map((name) => make("option", { value: name }, visible(name))));
  const tags = [...new Set(needs.flatMap((need) => need.tags))].sort();
  field("tag")?.append(...tags.map((tag) => make("option", { value: tag }, visible(tag))));
  byId("finder").addEventListener("submit", (event) => event.preventDefault());
  const again = () => { state.shown = 50; render(); };
  field("text").addEventListener("input", again);
  byId("finder").addEventListener("change", (event) => {
    if (event.target === field("text")) return;
    if (event.target === field("chunker") || event.target === field("ranker")) fillVariants();
    const gone = state.sort.startsWith("v:") && !variants().includes(state.sort.slice(2));
    if (gone || event.target === field("variant")) Object.assign(state, { sort: "rank", way: -1 });
    state.open.clear();
    again();
  });
  byId("more").addEventListener("click", () => { state.shown += 200; render(); });
  byId("unit").addEventListener("close", () => { 
    if (!/^#c\d+$/u.test(location.hash)) return;
    if (linked) history.back();
    else location.replace("#needs");
  });
  byId("unit-close").addEventListener("click", () => byId("unit").close());
  addEventListener("hashchange", () => { linked = true; follow(); });
  /* One need under one system, whatever was searched and filtered before. */
  const openNeed = (need, system) => {
    const [chunker, variant, ranker] = all.systems[system];
    for (const name of ["diagnosis", "band", "tag"]) if (field(name)) field(name).value = "";
    field("chunker").value = chunker;
    field("ranker").value = ranker;
    fillVariants();
    field("variant").value = variant;
    field("text").value = need.id;
    Object.assign(state, { sort: "rank", way: -1, shown: needs.length });
    state.open.clear();
    state.open.set(need.index, system);
    render();
    const opened = document.querySelector(`[aria-controls="d${need.index}"]`);
    opened.scrollIntoView({ block: "center" });
    opened.focus({ preventScroll: true });
  };
  render();
  startGrid(all, needs, textOf, openNeed);
  byId("finder").hidden = byId("explorer").hidden = false;
  byId("static").hidden = true;
  document.documentElement.dataset.ready = "yes";
  await follow();
};
if (typeof DecompressionStream === "function") {
  /* After the first paint: the page is read from the top. */
  requestAnimationFrame(() => setTimeout(() => start().catch(() => { document.getElementById("count").textContent = "The table of all needs could not be unfolded."; }), 0));
}
