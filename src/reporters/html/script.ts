/**
 * The page's script, as text: it is put into the report and allowed there by its hash. It only hides, shows and opens
 * what is already in the page; it writes no markup. Tested in a browser (`test/reporters/html`).
 */
export const SCRIPT = `"use strict";
(() => {
  const form = document.querySelector(".filters");
  const search = document.getElementById("filter-text");
  const selects = [...form.querySelectorAll("select")];
  const status = document.getElementById("filter-status");
  const entries = [...document.querySelectorAll(".entry")].map((element) => ({ element, text: null }));
  const families = [...document.querySelectorAll("[data-family]")];
  const empties = [...document.querySelectorAll("[data-empty]")];

  function textOf(entry) {
    if (entry.text === null) entry.text = entry.element.textContent.toLowerCase();
    return entry.text;
  }

  function apply() {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const wanted = selects.filter((one) => one.value !== "").map((one) => [one.dataset.facet, one.value]);
    const shown = { targets: 0, findings: 0, matrix: 0 };
    for (const entry of entries) {
      const { dataset } = entry.element;
      const fits =
        wanted.every(([facet, value]) => dataset[facet].split(" ").includes(value)) &&
        words.every((word) => textOf(entry).includes(word));
      if (entry.element.hidden === fits) entry.element.hidden = !fits;
      if (fits) shown[dataset.list] += 1;
    }
    for (const family of families) family.hidden = family.querySelector(".entry:not([hidden])") === null;
    for (const empty of empties) empty.hidden = shown[empty.dataset.empty] > 0;
    const narrowed = words.length > 0 || wanted.length > 0;
    document.documentElement.classList.toggle("narrowed", narrowed);
    status.textContent = narrowed ? count(shown.findings, "finding") + ", " + count(shown.targets, "target") : "";
  }

  function count(number, word) {
    return number + " " + word + (number === 1 ? "" : "s");
  }

  function reveal() {
    let name = "";
    try {
      name = decodeURIComponent(location.hash.slice(1));
    } catch {
      return;
    }
    const goal = name === "" ? null : document.getElementById(name);
    if (goal === null) return;
    if (goal.closest("[hidden]") !== null) {
      form.reset();
      apply();
    }
    for (let part = goal; part !== null; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    goal.scrollIntoView({ block: "start" });
  }

  let waiting = 0;
  form.addEventListener("input", () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(apply);
  });
  form.addEventListener("reset", () => requestAnimationFrame(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.focus();
    }
    if (event.key === "Escape" && event.target === search) {
      search.value = "";
      apply();
    }
  });
  window.addEventListener("hashchange", reveal);
  form.hidden = false;
  apply();
  reveal();
})();
`;
