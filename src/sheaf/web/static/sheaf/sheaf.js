/* What pages do more where scripts run: keys, copying, and choosing colours without a new page. */
"use strict";

(() => {
  const KEYS_OFF = "sheaf-keys-off";
  const find = (selector) => document.querySelector(selector);

  /* Light or dark: the server keeps the choice, the page follows at once. */

  const themeForm = find("form.theme");
  themeForm?.addEventListener("submit", (event) => {
    const chosen = event.submitter?.value;
    if (!chosen) return;
    event.preventDefault();
    document.documentElement.dataset.theme = chosen;
    for (const button of themeForm.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.value === chosen));
    }
    fetch(themeForm.action, {
      method: "POST", redirect: "manual", body: new URLSearchParams({ theme: chosen }),
    });
  });

  /* Copying: a button shows itself where there is something that it can do. */

  const copyText = async (source) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(source.textContent);
    // Without HTTPS there is no clipboard but the old one.
    getSelection().selectAllChildren(source);
    document.execCommand("copy");
    getSelection().removeAllRanges();
  };

  const prepareCopying = (within) => {
    for (const button of within.querySelectorAll("button[data-copies]")) {
      const words = button.textContent;
      button.hidden = false;
      button.addEventListener("click", async () => {
        await copyText(document.getElementById(button.dataset.copies));
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = words; }, 2000);
      });
    }
  };
  prepareCopying(document);

  /* A link with data-dialog shows its page, or the part of it that matters, over this one. */

  const dialog = find("#shown-here");
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-dialog]");
    if (!link || !dialog || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const answer = await fetch(link.href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const part = page.querySelector("[data-in-dialog]");
      if (!answer.ok || !part) throw new Error(answer.statusText);
      dialog.querySelector(".content").replaceChildren(document.adoptNode(part));
      prepareCopying(dialog);
      dialog.showModal();
    } catch {
      location.href = link.href;
    }
  });

  /* Keys. They can be switched off, for people whose voice or hand presses letters by mistake. */

  const keys = find("#keys");
  const keysOn = find("#keys-on");
  const isOff = () => { try { return localStorage.getItem(KEYS_OFF) === "1"; } catch { return false; } };
  if (keysOn) {
    keysOn.checked = !isOff();
    keysOn.addEventListener("change", () => {
      try { localStorage.setItem(KEYS_OFF, keysOn.checked ? "0" : "1"); } catch { /* not kept then */ }
    });
  }

  const isTyping = (at) => at.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(at.tagName);
  const results = () => [...document.querySelectorAll(".results h2 a")];
  const step = (by) => {
    const links = results();
    const now = links.indexOf(document.activeElement);
    const next = now < 0 ? (by > 0 ? 0 : links.length - 1) : now + by;
    links[next]?.focus();
    return next >= 0 && next < links.length;
  };

  const onLetter = {
    "/": () => { const box = find("#q"); box?.focus(); box?.select(); return Boolean(box); },
    "?": () => { keys?.showModal(); return Boolean(keys); },
    j: () => step(1),
    k: () => step(-1),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const at = document.activeElement ?? document.body;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      // From the box down into the results, and between them; elsewhere arrows scroll.
      const isThere = results().includes(at) || (at.id === "q" && event.key === "ArrowDown");
      if (isThere && step(event.key === "ArrowDown" ? 1 : -1)) event.preventDefault();
      return;
    }
    if (isTyping(at) || (isOff() && event.key !== "?")) return;
    if (onLetter[event.key]?.()) event.preventDefault();
  });
})();
