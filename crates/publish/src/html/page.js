"use strict";
const run = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main");

// An element with attributes and children; strings become text, never markup.
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function section(id, title, ...children) {
  main.append(make("h2", { id }, title), ...children);
  document.getElementById("contents").append(make("a", { href: "#" + id }, title));
}

const group = (number) => Number(number).toLocaleString("en");

function bytes(number) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  while (number >= 1024 && unit < units.length - 1) { number /= 1024; unit++; }
  return number.toFixed(unit === 0 || number >= 100 ? 0 : 1) + " " + units[unit];
}

function seconds(number) {
  return number < 60 ? number.toFixed(number < 10 ? 2 : 1) + " s" : Math.floor(number / 60) + " min " + Math.round(number % 60) + " s";
}

const place = (file, line) => (file ? file + (line ? ":" + line : "") : "");

// A table whose rows are sorted by a click on a column; at most `limit` of them are shown.
function table(columns, rows, limit) {
  const body = make("tbody");
  const note = make("p", { class: "soft" });
  const heads = columns.map((column) => make("th", { scope: "col", tabindex: "0", ...(column.number ? { class: "number" } : {}) }, column.title));
  let shown = rows;
  function fill() {
    body.replaceChildren(...shown.slice(0, limit).map((row) => make("tr", {}, ...columns.map((column) => {
      const value = column.value(row);
      const cell = make("td", column.number ? { class: "number" } : {});
      cell.append(column.show ? column.show(row) : column.number ? group(value) : String(value));
      return cell;
    }))));
    note.textContent = shown.length > limit ? "The first " + group(limit) + " of " + group(shown.length) + "." : "";
  }
  heads.forEach((head, index) => {
    const sort = () => {
      const descending = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const value = columns[index].value;
      const sign = descending ? -1 : 1;
      shown = shown.slice().sort((a, b) => {
        const [x, y] = [value(a), value(b)];
        return sign * (x < y ? -1 : x > y ? 1 : 0);
      });
      fill();
    };
    head.addEventListener("click", sort);
    head.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(); });
  });
  fill();
  const element = make("div", {}, make("div", { class: "scroll" }, make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body)), note);
  return { element, show(subset) { shown = subset; heads.forEach((head) => head.removeAttribute("aria-sort")); fill(); } };
}

function card(value, label) {
  return make("div", { class: "card" }, make("b", {}, value), make("span", {}, label));
}

function source(lines, at) {
  return make("div", { class: "source code" }, ...lines.map(([number, text]) =>
    make("div", number === at ? { class: "at" } : {}, make("span", { class: "number" }, String(number)), text)));
}

function stack(title, calls) {
  if (!calls || calls.length === 0) return null;
  return make("div", {}, make("div", { class: "soft" }, title), make("div", { class: "code" }, ...calls.map(([name, parameters, file, line]) =>
    make("div", {}, "at " + name + "(" + parameters + ") " + place(file, line)))));
}

function fault(f) {
  const at = f.place;
  const input = f.input.map((o) => o.name + " = " + o.text + " (" + o.bytes + (o.bytes === 1 ? " byte)" : " bytes)"));
  return make("div", { class: f.in_program ? "fault" : "fault gap" },
    make("h3", {}, f.message),
    make("div", { class: "soft" }, (at ? place(at[2], at[3]) + " in " + at[0] + " · " : "") + f.kind + " · " + f.test),
    f.source && f.source.length ? source(f.source, at[3]) : null,
    stack("Called", f.stack),
    f.object ? stack("The object, " + f.object.what + ", was allocated", f.object.allocated) : null,
    f.object ? stack("and freed", f.object.freed) : null,
    input.length ? make("div", {}, make("div", { class: "soft" }, "Input"), make("pre", {}, input.join("\n"))) : null,
    make("div", { class: "soft" }, "Run it natively"),
    make("pre", {}, "strata replay " + (run.program || "PROGRAM") + " " + run.directory + "/" + f.test));
}

function plot(title, points, show) {
  const name = "http://www.w3.org/2000/svg";
  const [width, height, left, bottom] = [320, 150, 46, 20];
  const svg = document.createElementNS(name, "svg");
  svg.setAttribute("viewBox", "0 0 " + width + " " + height);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", title + " over time");
  const end = Math.max(...points.map((p) => p[0]), 1e-9);
  const top = Math.max(...points.map((p) => p[1]), 1e-9);
  const x = (t) => left + (width - left - 8) * t / end;
  const y = (v) => height - bottom - (height - bottom - 12) * v / top;
  const add = (tag, attributes, text) => {
    const element = document.createElementNS(name, tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    svg.append(element);
  };
  for (const part of [0, 0.5, 1]) {
    add("line", { x1: left, x2: width - 8, y1: y(top * part), y2: y(top * part) });
    add("text", { x: left - 4, y: y(top * part) + 3, "text-anchor": "end" }, show(top * part));
  }
  add("text", { x: left, y: height - 6 }, "0 s");
  add("text", { x: width - 8, y: height - 6, "text-anchor": "end" }, seconds(end));
  add("path", { d: points.map((p, i) => (i ? "L" : "M") + x(p[0]).toFixed(1) + " " + y(p[1]).toFixed(1)).join("") });
  return make("div", { class: "plot" }, make("div", {}, title), svg);
}

function short(number) {
  for (const [size, unit] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) if (number >= size) return (number / size).toFixed(number >= 10 * size ? 0 : 1) + unit;
  return number < 10 && number % 1 ? number.toFixed(1) : String(Math.round(number));
}

function coveredFile(file) {
  const counts = new Map(file.lines);
  const text = file.text === null ? [] : file.text.split("\n");
  if (text.length === 0) return make("p", { class: "soft" }, "The source is not there.");
  return make("div", { class: "source code" }, ...text.map((line, index) => {
    const count = counts.get(index + 1);
    const kind = count === undefined ? {} : { class: count > 0 ? "hit" : "miss" };
    return make("div", kind, make("span", { class: "number" }, String(index + 1)),
      make("span", { class: "times" }, count === undefined ? "" : short(count)), line);
  }));
}

function coverage() {
  const covered = (file) => file.lines.filter((line) => line[1] > 0).length;
  const all = run.coverage.reduce((sum, file) => sum + file.lines.length, 0);
  const reached = run.coverage.reduce((sum, file) => sum + covered(file), 0);
  const percent = (part, whole) => (whole ? 100 * part / whole : 100);
  const view = make("div");
  const open = (file) => {
    view.replaceChildren(make("h3", {}, file.file), coveredFile(file));
    view.scrollIntoView({ block: "nearest" });
  };
  const link = (file) => {
    const button = make("a", { href: "#coverage" }, file.file);
    button.addEventListener("click", (event) => { event.preventDefault(); open(file); });
    return button;
  };
  const bar = (file) => make("div", { class: "bar" }, make("div", { style: "width:" + percent(covered(file), file.lines.length) + "%" }));
  const files = table([
    { title: "File", value: (f) => f.file, show: link },
    { title: "Lines", number: true, value: (f) => f.lines.length },
    { title: "Reached", number: true, value: covered },
    { title: "%", number: true, value: (f) => percent(covered(f), f.lines.length), show: (f) => percent(covered(f), f.lines.length).toFixed(1) },
    { title: "", value: (f) => percent(covered(f), f.lines.length), show: bar },
  ], run.coverage, 500);
  section("coverage", "Coverage", make("p", {}, group(reached) + " of " + group(all) + " lines (" + percent(reached, all).toFixed(1) + " %)"), files.element, view);
  if (run.coverage.length === 1) open(run.coverage[0]);
}

function tests() {
  const columns = [
    { title: "Test", value: (t) => t[0] },
    { title: "End of its path", value: (t) => t[1] },
    { title: "Place", value: (t) => t[2] || "" },
  ];
  const list = table(columns, run.tests, 500);
  const search = make("input", { type: "search", placeholder: "Filter, as in exit 1 or out-of-bounds", "aria-label": "Filter the tests" });
  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase();
    list.show(run.tests.filter((t) => t.join(" ").toLowerCase().includes(wanted)));
  });
  section("tests", "Tests (" + group(run.tests.length) + ")", search, list.element);
}

function overview() {
  const s = run.summary;
  const verdict = document.getElementById("verdict");
  const blamed = run.faults.filter((f) => f.in_program).length;
  if (blamed) { verdict.className = "bad"; verdict.textContent = blamed + (blamed === 1 ? " fault" : " faults"); }
  else if (!s) { verdict.className = "warn"; verdict.textContent = "did not finish"; }
  else if (s.exhaustive) { verdict.className = "good"; verdict.textContent = "no fault on any path"; }
  else { verdict.className = "warn"; verdict.textContent = "no fault found, not exhaustive"; }
  document.getElementById("command").textContent = run.command + (run.started ? " · " + run.started : "");
  document.title = "Strata: " + verdict.textContent;
  if (!s) return;
  main.append(make("div", { class: "cards" },
    card(group(s.completed + s.faulted + s.partial), "paths"),
    card(group(s.faulted), "ended in a fault"),
    card(group(s.partial), "cut short"),
    card(s.exhaustive ? "yes" : "no", "exhaustive"),
    card(group(run.tests.length), "tests"),
    card(seconds(s.wall_s), "time"),
    card(s.wall_s > 0 ? Math.round(Math.min(100, 100 * s.solver_s / s.wall_s)) + " %" : "–", "in the solver"),
    card(short(s.instructions), "instructions"),
    card(short(s.queries), "queries, " + short(s.solver_queries) + " to the backend"),
    card(group(s.max_states), "states at once"),
    card(bytes(s.peak_rss_bytes), "peak memory")));
}

overview();
if (run.faults.length) section("faults", "Faults (" + run.faults.length + ")", ...run.faults.map(fault));
run.reasons.sort((a, b) => b[0] - a[0]);
if (run.reasons.length) section("reasons", "Not exhaustive, because", table([
  { title: "Times", number: true, value: (r) => r[0] },
  { title: "What", value: (r) => r[1] },
  { title: "Place", value: (r) => place(r[2], r[3]) },
], run.reasons, 500).element);
if (run.coverage.length) coverage();
if (run.stats.length > 1) section("time", "Over time", make("div", { class: "plots" },
  ...[["Paths", 1, short], ["States", 2, short], ["Lines covered", 3, short], ["Memory", 4, bytes], ["Queries", 5, short], ["Solver, % of the time", 6, short]]
    .map(([title, column, show]) => plot(title, run.stats.map((row) => [row[0], row[column]]), show))));
if (run.forks && run.forks.some((f) => f[1] > 0)) section("forks", "Forks by cause", table([
  { title: "Cause", value: (f) => f[0] },
  { title: "Forks", number: true, value: (f) => f[1] },
], run.forks.filter((f) => f[1] > 0), 100).element);
if (run.memory) {
  const m = run.memory;
  section("memory", "Memory", make("div", { class: "cards" }, card(group(m.objects), "objects"), card(group(m.arrays), "arrays"),
    card(bytes(m.largest_array), "largest array"), card(group(m.segments), "segments"), card(bytes(m.largest_segment), "largest segment"),
    card(group(m.multiple_resolutions), "accesses to several objects")));
  if (m.resolutions.length) main.append(make("h3", {}, "Accesses that may go to several objects"), table([
    { title: "Accesses", number: true, value: (r) => r[0] },
    { title: "Most objects", number: true, value: (r) => r[1] },
    { title: "Place", value: (r) => place(r[2], r[3]) },
  ], m.resolutions, 100).element);
  if (m.by_array.length) main.append(make("h3", {}, "Arrays accessed at an unknown index"), table([
    { title: "Accesses", number: true, value: (r) => r[0] },
    { title: "Objects", number: true, value: (r) => r[1] },
    { title: "Bytes", number: true, value: (r) => r[2] },
    { title: "From", value: (r) => r[3] },
  ], m.by_array, 100).element);
}
if (run.tests.length) tests();
if (run.warnings.length) section("warnings", "Warnings", make("pre", {}, run.warnings.join("\n")));
