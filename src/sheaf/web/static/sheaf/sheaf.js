/* What pages do more where scripts run: keys, copying, uploads in pieces, and choosing colours without
   a new page. */
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

  /* The conditions of a sample are counted while they are written. */

  const COUNT_AFTER = 300;
  const prepareCounting = (form) => {
    const shown = form.querySelector("output");
    let timer, latest = 0;
    form.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(async () => {
        const mine = ++latest;
        const asked = new URLSearchParams(new FormData(form));
        for (const name of ["csrfmiddlewaretoken", "name"]) asked.delete(name);
        try {
          const answer = await fetch(`${form.dataset.counts}?${asked}`);
          const told = await answer.json();
          if (mine !== latest) return;  // an older answer that came late
          const wrong = Object.entries(told.problems).map(([name, words]) => `${name.replaceAll("_", " ")}: ${words}`);
          shown.textContent = wrong.join(" ") || told.words;
        } catch { shown.textContent = ""; }
      }, COUNT_AFTER);
    });
  };
  for (const form of document.querySelectorAll("form[data-counts]")) prepareCounting(form);

  /* Files are sent in pieces; what a lost connection took along is sent again. */

  const LONGEST_PAUSE = 30000;
  const TRIES = 10;
  const sleep = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

  class Refused extends Error {}

  /* `area` is a form of uploads, or a part of another form: then `data-fills` names the box that
     takes the places of what was sent, a line each. */
  const prepareUploads = (area) => {
    const form = area.closest("form");
    const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
    const input = area.querySelector("input[type=file]");
    const list = area.querySelector(".sending");
    const filled = document.getElementById(area.dataset.fills);
    for (const part of area.querySelectorAll(".with-scripts")) part.hidden = false;
    for (const part of area.querySelectorAll(".without-scripts")) part.hidden = true;

    const post = async (url, body) => {
      const headers = { "X-CSRFToken": token, "Content-Type": "application/octet-stream" };
      const answer = await fetch(url, { method: "POST", headers, body, redirect: "error" });
      if (answer.status >= 500 && answer.status !== 507) throw new Error(answer.statusText);
      const said = await answer.json().catch(() => ({}));
      if (!answer.ok && answer.status !== 409) throw new Refused(said.error ?? said.detail ?? "The server refused it.");
      return said;
    };
    const begin = (file) => post(area.dataset.begin, JSON.stringify({
      name: file.name, size: file.size, identity: String(file.lastModified),
    }));

    const send = async (file, show) => {
      let upload = null;
      for (let failures = 0; !upload?.path;) {
        try {
          upload ??= await begin(file);
          show(upload.received);
          const piece = file.slice(upload.received, upload.received + upload.piece_bytes);
          upload = await post(`${area.dataset.pieces}${upload.key}?offset=${upload.received}`, piece);
          failures = 0;
        } catch (problem) {
          if (problem instanceof Refused || ++failures > TRIES) throw problem;
          upload = null;
          await sleep(Math.min(LONGEST_PAUSE, 250 * 2 ** failures));
        }
      }
      return upload.path;
    };

    const addLine = (box, line) => {
      const lines = box.value.split("\n").filter((one) => one.trim());
      if (!lines.includes(line)) box.value = [...lines, line].join("\n");
    };

    const sendAndShow = async (file) => {
      const line = document.createElement("li");
      const bar = document.createElement("progress");
      const words = document.createElement("span");
      bar.max = file.size;
      bar.setAttribute("aria-label", file.name);
      line.append(`${file.name} `, bar, words);
      list.append(line);
      try {
        const place = await send(file, (received) => { bar.value = received; });
        bar.value = file.size;
        words.textContent = filled ? " is there, and added." : " is there.";
        if (filled) addLine(filled, place);
        return true;
      } catch (problem) {
        line.classList.add("problem");
        words.textContent = problem instanceof Refused ? ` ${problem.message}` : " The connection is lost: choose the file again, and it goes on.";
        return false;
      }
    };

    const sendAll = async (files) => {
      const done = [];
      for (const file of files) done.push(await sendAndShow(file));
      input.value = "";
      if (!filled && done.every(Boolean)) location.reload();
    };
    const sendChosen = (event) => {
      event.preventDefault();
      sendAll([...input.files]);
    };
    if (area === form) form.addEventListener("submit", sendChosen);
    else area.querySelector("button").addEventListener("click", sendChosen);
    area.addEventListener("dragover", (event) => { event.preventDefault(); area.classList.add("over"); });
    area.addEventListener("dragleave", () => area.classList.remove("over"));
    area.addEventListener("drop", (event) => {
      event.preventDefault();
      area.classList.remove("over");
      sendAll([...event.dataTransfer.files]);
    });
  };
  const prepareUploadsIn = (part) => part.querySelectorAll("[data-pieces]").forEach(prepareUploads);
  prepareUploadsIn(document);
  document.addEventListener("sheaf-part", (event) => prepareUploadsIn(event.target));

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
