/* What the pages of jobs do more where scripts run: sources are picked without a new page, and a job
   is followed. */
"use strict";

(() => {
  const POLL = 1000;
  const SLOWEST_POLL = 15000;
  const MOST_LINES = 300;
  const sleep = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });
  const pageOf = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");

  /* A button of a picker sends the form; of the answer the picker and its box are taken. */

  const pick = async (form, picker, button) => {
    const data = new FormData(form);
    data.delete("files");
    data.append(button.name, button.value);
    const answer = await fetch(location.pathname + location.search, { method: "POST", body: data, redirect: "error" });
    const page = await pageOf(answer);
    const part = page.getElementById(picker.id);
    const box = document.getElementById(picker.dataset.picker);
    if (!part) throw new Error(answer.statusText);
    box.value = page.getElementById(box.id).value;
    const field = box.closest(".field");
    field.querySelector(":scope > .problem")?.remove();
    const problem = page.getElementById(box.id).closest(".field").querySelector(":scope > .problem");
    field.classList.toggle("wrong", Boolean(problem));
    if (problem) box.after(document.adoptNode(problem));
    picker.replaceWith(document.adoptNode(part));
    part.dispatchEvent(new Event("sheaf-part", { bubbles: true }));
    part.querySelector("button, input:not([type=hidden])")?.focus();
  };

  document.addEventListener("submit", async (event) => {
    const button = event.submitter;
    const picker = button?.closest("[data-picker]");
    if (!picker) return;
    event.preventDefault();
    picker.setAttribute("aria-busy", "true");
    try {
      await pick(event.target, picker, button);
    } catch {
      // As if there were no scripts.
      const named = document.createElement("input");
      named.type = "hidden";
      named.name = button.name;
      named.value = button.value;
      event.target.append(named);
      event.target.submit();
    }
  });

  /* A job is asked how it stands. When its state is another, the page is taken anew. */

  const show = (job, told) => {
    for (const part of job.querySelectorAll("[data-live]")) {
      const words = told[part.dataset.live] ?? "";
      if (part.textContent !== words) part.textContent = words;
    }
    const bar = job.querySelector(".job-bar");
    if (bar && told.share !== null) bar.value = told.share;
    let isKnown = true;
    for (const [name, count] of Object.entries(told.counters)) {
      const cell = job.querySelector(`[data-counter="${CSS.escape(name)}"]`);
      if (cell) cell.textContent = count;
      else isKnown = false;
    }
    const log = job.querySelector(".log");
    const isAtEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 5;
    for (const line of told.lines) {
      const item = document.createElement("li");
      const time = document.createElement("time");
      time.textContent = line.time;
      item.append(time, " ");
      if (line.who) {
        const name = document.createElement("b");
        name.textContent = line.who;
        item.append(name, " ");
      }
      item.append(line.text);
      log.querySelector(".none")?.remove();
      log.append(item);
      job.dataset.after = line.number;
    }
    while (log.children.length > MOST_LINES) log.firstElementChild.remove();
    if (isAtEnd) log.scrollTop = log.scrollHeight;
    return isKnown;
  };

  const takeAnew = async (job) => {
    const answer = await fetch(location.href);
    const page = await pageOf(answer);
    const part = page.getElementById("job");
    if (!answer.ok || !part) { location.reload(); return null; }
    document.title = page.title;
    job.replaceWith(document.adoptNode(part));
    scrollLogs(part);
    return part;
  };

  const follow = async (job) => {
    let mark = "";
    let pause = POLL;
    while (job?.dataset.follow) {
      await sleep(pause);
      if (document.hidden) continue;
      try {
        const headers = mark ? { "If-None-Match": mark } : {};
        const address = `${job.dataset.follow}?after=${job.dataset.after}`;
        const answer = await fetch(address, { headers, redirect: "error" });
        if (answer.status === 304) { pause = Math.min(pause * 1.2, 4 * POLL); continue; }
        if (answer.status === 404 || answer.status === 403) { location.reload(); return; }
        if (!answer.ok) throw new Error(answer.statusText);
        mark = answer.headers.get("ETag") ?? "";
        pause = POLL;
        const told = await answer.json();
        const isSame = told.state === job.dataset.state && told.lacks_worker === "lacksWorker" in job.dataset;
        const isKnown = show(job, told);
        if (!isSame || !isKnown) job = await takeAnew(job);
      } catch {
        pause = Math.min(pause * 2, SLOWEST_POLL);
      }
    }
  };

  const scrollLogs = (within) => {
    for (const log of within.querySelectorAll(".log")) log.scrollTop = log.scrollHeight;
  };
  scrollLogs(document);
  const job = document.getElementById("job");
  if (job) follow(job);
})();
