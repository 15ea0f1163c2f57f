// Hints: what the discard of the tile that is lifted, pointed at or focused leaves; its copies on the table are lit.
(() => {
  'use strict';
  const $ = at => document.querySelector(at);
  let shown;
  const look = () => {
    const button = $('#hand .lifted') || $('#hand button:hover') || $('#hand button:focus-visible');
    const line = $('#hints [data-looked]');
    if (!line || button === shown) return;
    shown = button;
    document.querySelectorAll('.same').forEach(one => one.classList.remove('same'));
    const tile = button && button.dataset.tile, row = tile && $(`#hints [data-for="${tile}"]`);
    line.hidden = !button;
    line.nextSibling.hidden = !!row;
    line.innerHTML = row ? row.innerHTML : '';
    if (!button) return;
    const { left, words } = $('#hints').dataset, face = button.firstElementChild, source = `[src="${face.getAttribute('src')}"]`;
    document.querySelectorAll(`.pond .tile:not(.claimed) ${source}, .lying ${source}`)
      .forEach(one => one.parentNode.classList.add('same'));
    const copies = (` ${left} `.split(` ${tile}:`)[1] || '')[0];
    if (copies) line.prepend(Object.assign(document.createElement('small'),
      { textContent: face.alt + ' ' + words.replace('%(n)s', copies) }));
  };
  const soon = () => requestAnimationFrame(look);
  for (const kind of ['pointerover', 'focusin', 'focusout', 'click']) document.addEventListener(kind, soon);
  document.addEventListener('htmx:oobAfterSwap', () => { shown = undefined; soon(); });   // what was lit may be new
})();
