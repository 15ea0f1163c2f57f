// Keys at the table: arrows in the hand, one key for each thing that is offered, one for each thing to hear. "?" lists
// them (games/_keys.html); a setting turns the single keys off. Nothing is played that cannot be played without them.
(() => {
  'use strict';
  const $ = at => document.querySelector(at), all = at => [...document.querySelectorAll(at)];
  const help = $('#keys-help'), singles = document.documentElement.dataset.keys !== 'off';
  const seen = one => one.checkVisibility ? one.checkVisibility() : one.getClientRects().length > 0;
  const alts = (part, at) => [...part.querySelectorAll(at)].map(one => one.alt).join(' ');
  const named = (part, words) => `${part.getAttribute('aria-label')}: ${words || help.dataset.none}`;

  // what is read aloud: texts, or nodes whose text app.js knows to read
  const AT = {
    s: () => all('#status > p, #rows > div'),
    l: () => all('.pond').map(pond => named(pond, alts(pond, 'li:nth-last-child(-n+3) img'))),
    m: () => all('.seat').map(seat => named(seat, [...seat.querySelectorAll('.meld, .flowers')].map(one => alts(one, 'img')).join(', '))),
    w: () => { const now = all('#hints > .now').filter(one => seen(one) && one.textContent.trim()); return now.length ? now : [help.dataset.none]; },
    v: () => all('.seat > .card'),
  };
  const hand = () => all('#hand button');
  const drawn = () => $('#hand .drawn button') || hand().pop();

  const move = (tiles, place, key) => {
    if (key === 'Home') return tiles[0];
    if (key === 'End') return tiles[tiles.length - 1];
    return tiles[(place + (key === 'ArrowLeft' ? tiles.length - 1 : 1)) % tiles.length];
  };
  const press = key => {   // in an open list its own numbers go before what stands in the bar
    const found = all(`#actions [aria-keyshortcuts~="${key}"]`).filter(seen);
    const target = found.find(one => one.closest('.sheet-menu')) || found[0];
    if (!target || target.closest('[inert]')) return false;
    target.click();
    if (target.parentNode.open) target.parentNode.querySelector('.sheet-menu button').focus();
    return true;
  };

  document.addEventListener('pointerdown', () => { delete document.body.dataset.keyboard; }, true);
  document.addEventListener('keydown', event => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.keyCode === 229) return;
    if (target.closest('input, textarea, select, dialog, [contenteditable]')) return;
    document.body.dataset.keyboard = '';
    const tiles = hand(), place = tiles.indexOf(target);
    if (place >= 0 && ['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) {
      event.preventDefault();
      return move(tiles, place, key).focus();
    }
    if (!singles || event.repeat || (event.shiftKey && key !== '?')) return;
    const letter = key.toLowerCase();
    if (key === '?' || key === '？') help.showModal();
    else if (letter === 'd' && drawn()) drawn().focus();
    else if (AT[letter] && seen($('#status'))) document.dispatchEvent(new CustomEvent('say', { detail: AT[letter]() }));
    else if (!/^[a-z0-9]$/.test(letter) || !press(letter)) return;
    event.preventDefault();
  });
  document.addEventListener('click', event => { if (event.target.closest('[data-keys-help]')) help.showModal(); });
})();
