// Motion: tiles fly from hand to pond and from pond to meld, the drawn tile slides in, a hand opens, points rise. And the
// drag of a tile upward, which discards it. The table itself never waits for any of this: what has been swapped in is the
// state, and what moves is a picture over it (a ghost), or a transform that ends where the tile lies already.
(() => {
  'use strict';
  const $ = id => document.getElementById(id), all = (part, list) => part ? [...part.querySelectorAll(list)] : [];
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const off = () => still.matches || document.documentElement.dataset.motion === 'off' || document.hidden;
  const PLACES = ['me', 'right', 'across', 'left'], QUICK = 150, FAR = 200;   // ms

  // --- before a swap: where everything lies; after it: what has happened, told from the two pictures ----------------
  // Copies of a tile are told apart by their order among equal ones; the copy that goes is left out before counting, so
  // that the others keep their names. Hidden tiles have no names: they are a place at a seat.
  const named = tiles => {
    const seen = {};
    return new Map(tiles.map(one => [`${one.dataset.tile}-${seen[one.dataset.tile] = (seen[one.dataset.tile] || 0) + 1}`, one]));
  };
  const points = part => Number((all(part, '.score b')[0]?.textContent || '').replace('−', '-').replace(/[^-\d.]/g, ''));
  const picture = () => {
    const seats = {};
    for (const place of PLACES) {
      const seat = $(`seat-${place}`), pond = all($(`pond-${place}`), 'li'), melds = all(seat, '.meld');
      seats[place] = { seat, pond, melds, taken: pond.filter(one => one.firstChild.classList.contains('claimed')).length,
        points: points(seat), open: all(seat, '.shown').length };
    }
    return { seats, hand: all($('hand'), 'button') };
  };
  const lies = part => part && part.getClientRects().length ? part.getBoundingClientRect() : null;
  const measured = () => {
    const one = picture();
    one.wheres = one.hand.map(lies);
    for (const seat of Object.values(one.seats)) {
      seat.from = lies(all(seat.seat, '.backs')[0]) || lies(seat.seat);
      seat.last = lies(seat.pond.at(-1));
    }
    return one;
  };

  let before = null, fresh = true, running = [], drag = null;
  const stop = () => { running.forEach(one => one.cancel()); running = []; all(document, '.ghost').forEach(one => one.remove()); };
  const move = (part, frames, duration, ended) => {
    const one = part.animate(frames, { duration, easing: 'cubic-bezier(.2, .7, .3, 1)' });
    running.push(one);
    if (ended) one.onfinish = one.oncancel = ended;
  };
  const shift = (from, to, scale = true) => `translate(${from.left - to.left}px, ${from.top - to.top}px)${scale && to.width ? ` scale(${Math.min(4, from.width / to.width)})` : ''}`;
  const fly = (from, tile, to) => {
    const ghost = tile.cloneNode(true);
    ghost.className = 'tile ghost';
    ghost.setAttribute('aria-hidden', 'true');
    ghost.style.cssText = `left: ${to.left}px; top: ${to.top}px; width: ${to.width}px`;
    document.body.append(ghost);
    move(tile, [{ opacity: 0 }, { opacity: 0 }], FAR);
    move(ghost, [{ transform: shift(from, to) }, { transform: 'none' }], FAR, () => ghost.remove());
  };

  const play = (old, now) => {
    const jobs = [], changed = { discard: [], meld: [], points: [], open: [] };
    for (const place of PLACES) {
      const was = old.seats[place], is = now.seats[place];
      if (!was.seat || !is.seat) continue;
      if (is.pond.length === was.pond.length + 1) changed.discard.push(place); else if (is.pond.length !== was.pond.length) return;
      if (is.melds.length === was.melds.length + 1) changed.meld.push(place); else if (is.melds.length !== was.melds.length) return;
      if (is.points !== was.points) changed.points.push(place);
      if (is.open && !was.open && place !== 'me') changed.open.push(place);
    }
    if (changed.discard.length + changed.meld.length > 2) return;   // catching up: nobody wants to see it all once more
    const words = one => one.hand.map(tile => tile.dataset.tile).join();
    if (words(old) === words(now) && !Object.values(changed).flat().length) return;   // what runs may run on
    stop();
    let left = old.hand.map((tile, index) => ({ tile, index }));
    for (const place of changed.discard) {
      const tile = now.seats[place].pond.at(-1).firstChild, to = lies(tile);
      let from = old.seats[place].from;
      if (place === 'me') {   // the pressed copy, else (the clock played) the last of its kind
        const source = one => one.querySelector('img').src;
        const gone = left.find(one => one.tile.classList.contains('is-pending')) || left.findLast(one => source(one.tile) === source(tile));
        if (gone) { from = old.wheres[gone.index] || from; left = left.filter(one => one !== gone); }
      }
      if (from && to) jobs.push(() => fly(from, tile, to));
    }
    for (const place of changed.meld) {
      const meld = now.seats[place].melds.at(-1), tile = meld.querySelector('.side'), to = lies(tile);
      const giver = PLACES.find(one => now.seats[one].taken > old.seats[one].taken);
      const from = giver && old.seats[giver].last;
      if (to && from) jobs.push(() => fly(from, tile, to));
      if (lies(meld)) jobs.push(() => move(meld, [{ transform: 'translateY(10px)', opacity: .2 }, { transform: 'none', opacity: 1 }], QUICK));
    }
    const were = named(left.map(one => one.tile)), index = new Map(left.map(one => [one.tile, one.index]));
    if (now.hand.length && Math.abs(now.hand.length - old.hand.length) < 5) for (const [name, tile] of named(now.hand)) {
      const to = lies(tile), from = were.has(name) ? old.wheres[index.get(were.get(name))] : null;
      if (!to) continue;
      if (!were.has(name)) jobs.push(() => move(tile, [{ transform: 'translate(14px, -12px)', opacity: 0 }, { transform: 'none', opacity: 1 }], QUICK));
      else if (from && Math.hypot(from.left - to.left, from.top - to.top) > 1) jobs.push(() => move(tile, [{ transform: shift(from, to, false) }, { transform: 'none' }], QUICK));
    }
    for (const place of changed.open) all(now.seats[place].seat, '.shown .tile').forEach((tile, n) => jobs.push(() =>
      move(tile, [{ transform: 'scaleX(0)' }, { transform: 'none' }], 120 + 6 * n)));
    for (const place of changed.points) {
      const won = now.seats[place].points - old.seats[place].points, at = lies(all(now.seats[place].seat, '.score b')[0]);
      if (won && at) jobs.push(() => {
        const word = document.createElement('b');
        word.className = 'ghost rise'; word.setAttribute('aria-hidden', 'true');
        word.textContent = (won > 0 ? '+' : '−') + Math.abs(won);
        word.style.cssText = `left: ${at.left}px; top: ${at.top}px`;
        document.body.append(word);
        move(word, [{ opacity: 0, transform: 'translateY(8px)' }, { opacity: 1, transform: 'translateY(-6px)', offset: .15 }, { opacity: 1, offset: .7 }, { opacity: 0, transform: 'translateY(-26px)' }], 1400, () => word.remove());
      });
    }
    jobs.forEach(job => job());   // all was read above; only now is anything written
  };

  const ready = () => $('status') && !$('status').hidden;
  const look = () => {
    before = !off() && !fresh && ready() ? measured() : null;
  };
  const show = () => {
    const old = before;
    before = null; fresh = !ready();
    if (off()) stop(); else if (old && !fresh) play(old, picture());
  };
  document.addEventListener('htmx:wsOpen', () => { fresh = true; });   // the first message after it may jump over much
  document.addEventListener('htmx:wsBeforeMessage', look);
  document.addEventListener('htmx:wsAfterMessage', show);
  document.addEventListener('htmx:beforeSwap', look);
  document.addEventListener('htmx:afterRequest', show);

  // --- the drag: a tile follows the finger or the mouse; let go above the hand it is discarded, else it lies back -------
  const MOVED = 10;   // px until it is a drag
  let swallow = false;
  const back = one => { one.button.style.removeProperty('transform'); one.button.classList.remove('dragged'); };
  const end = event => {
    const one = drag;
    if (!one || event.pointerId !== one.id) return;
    drag = null;
    if (!one.moving) return;
    swallow = event.type === 'pointerup';
    setTimeout(() => { swallow = false; });   // the click of this pointer comes before
    const above = event.type === 'pointerup' && one.button.isConnected && event.clientY < one.top - 8;
    if (!above) return back(one);
    one.button.click();   // as a key would: forms, pending and all the rest as ever
    document.addEventListener('htmx:afterRequest', () => back(one), { once: true });
  };
  document.addEventListener('pointerdown', event => {
    const button = event.target.closest('#hand button[name="action"]:not([aria-disabled])');
    swallow = false;
    drag = button && event.isPrimary && event.button === 0 ? { button, id: event.pointerId, x: event.clientX, y: event.clientY, top: $('hand').getBoundingClientRect().top, moving: false } : null;
  });
  document.addEventListener('pointermove', event => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.button.isConnected) { drag = null; return; }   // swapped away under the finger
    const x = event.clientX - drag.x, y = event.clientY - drag.y;
    if (!drag.moving && Math.hypot(x, y) > MOVED) {
      drag.moving = true;
      drag.button.classList.add('dragged');
      try { drag.button.setPointerCapture(drag.id); } catch { /* the pointer has gone meanwhile */ }
    }
    if (drag.moving) drag.button.style.transform = `translate(${x}px, ${y}px)`;
  });
  document.addEventListener('pointerup', end);
  document.addEventListener('pointercancel', end);
  document.addEventListener('dragstart', event => { if (event.target.closest('#hand')) event.preventDefault(); });
  window.addEventListener('click', event => {   // before app.js: a tile that was dragged has not been tapped
    if (swallow && event.detail) { event.preventDefault(); event.stopImmediatePropagation(); }
  }, true);
})();
