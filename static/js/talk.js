// Talk at the table: new lines are put into the log one by one, so that its scroll position and what a screen reader
// has said stay; a bubble shows the newest line of a person for a moment. Without this file forms and links do it all.
(() => {
  'use strict';
  const $ = id => document.getElementById(id);
  const box = $('talk-box'), log = $('talk-lines'), input = $('say'), form = $('say-form'), dot = $('talk-new');
  const number = line => Number(line.id.slice(5));
  const latest = () => Math.max(0, ...[...log.querySelectorAll('li')].map(number));
  let newest = latest(), catchingUp = false, sent = null;   // what was said before this page is nobody's news

  const toEnd = () => { log.scrollTop = log.scrollHeight; };
  const unread = yes => { dot.hidden = !yes; dot.textContent = yes ? dot.dataset.words : ''; };

  const bubble = line => {
    const atTable = getComputedStyle(box).position !== 'fixed';   // talk.css: else the lobby or a result shows
    const place = (atTable && line.dataset.place) || 'table';
    document.querySelectorAll('#bubbles > .at-' + place).forEach(old => old.remove());
    const shown = document.createElement('div');
    shown.className = 'bubble at-' + place;
    shown.append(...line.cloneNode(true).childNodes);
    $('bubbles').append(shown);
    setTimeout(() => shown.remove(), 4000);
  };

  document.addEventListener('htmx:wsOpen', () => { catchingUp = true; });   // what was missed is unread, not new
  document.addEventListener('htmx:wsAfterMessage', () => { catchingUp = false; });
  document.addEventListener('htmx:oobBeforeSwap', event => {
    const list = event.detail.target, fresh = event.detail.fragment.firstElementChild;
    if (list.id !== 'talk' || !fresh) return;
    event.detail.shouldSwap = false;
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 12;
    const wanted = new Map([...fresh.children].map(line => [line.id, line]));
    [...list.children].forEach(old => {
      const line = wanted.get(old.id);
      if (!line || line.outerHTML !== old.outerHTML) old.remove();
    });
    [...wanted.values()].forEach((line, at) => {
      if (!list.children[at] || list.children[at].id !== line.id) list.insertBefore(line, list.children[at] || null);
    });
    list.toggleAttribute('data-speak', fresh.hasAttribute('data-speak'));
    const news = [...list.children].filter(line => number(line) > newest);
    newest = Math.max(newest, latest());
    if (atEnd) toEnd();
    if (box.open) return;   // it is read there
    if (!catchingUp) news.forEach(bubble);
    if (news.some(line => !line.hasAttribute('data-mine'))) unread(true);
  });

  box.addEventListener('toggle', () => { if (box.open) { unread(false); toEnd(); $('bubbles').replaceChildren(); } });
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && box.open && !event.isComposing) {
      box.open = false;
      if (box.contains(document.activeElement)) box.querySelector('summary').focus();
    }
  });
  // Enter that ends the choice of a character (229: Safari tells too late that one was composing) sends nothing.
  input.addEventListener('keydown', event => {
    if (event.key === 'Enter' && (event.isComposing || event.keyCode === 229)) event.preventDefault();
  });
  form.addEventListener('htmx:beforeRequest', () => { sent = input.value; });
  form.addEventListener('htmx:afterRequest', event => {
    if (event.detail.xhr.status !== 200) return;   // refused (or no answer at all): the words are still there
    if (input.value === sent) input.value = '';
    if (box.open) input.focus();
  });
  if (box.open) toEnd();
})();
