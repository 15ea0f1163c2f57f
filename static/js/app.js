// The room page's own script: what htmx 2 and its ws extension leave out. No rule of any game is known here, and nothing
// works only with it but comfort: forms, links and the page itself do without.
(() => {
  'use strict';
  const $ = id => document.getElementById(id);
  const now = () => performance.now();
  const settings = document.documentElement.dataset;   // what this person has set: games/preferences.py

  // --- the socket: quick reconnects, honest banner, slow questions when it is down --------------------------------
  htmx.config.wsReconnectDelay = tries => Math.min(4000, 400 * 2 ** tries) * (0.5 + Math.random() / 2);
  const REFUSED = [4401, 4403, 4404, 4409];   // our own codes: asking again would not help
  const RETRIED = [1006, 1011, 1012, 1013];   // the extension comes back from these by itself
  const BEATEN = 26000;   // the server looks every 20 s whether a socket has shown all: by then news must have come
  let socketOpen = false, socket = null, wrapper = null, lastAsked = now(), messages = 0, told = '', doubted = 0;

  const banner = kind => {
    const line = $('connection');
    if (line.dataset.now === 'refused') return;   // only a reload helps: nothing softer may cover that
    line.dataset.now = kind;
    line.hidden = !kind;
    line.textContent = kind ? line.dataset[kind] : '';
  };
  const ask = (all = false) => {   // by an element that is never swapped: an answer to one that is gone would find nothing to swap
    lastAsked = now();
    const sync = $('sync');
    if (sync) htmx.ajax('GET', all ? sync.dataset.ask.replace(/=.*/, '=') : sync.dataset.ask, { source: '#socket', swap: 'none' }).catch(() => {});   // no network: the banner says so
  };

  document.addEventListener('htmx:wsOpen', event => {
    socketOpen = true; doubted = 0; socket = event.detail.event.target; wrapper = event.detail.socketWrapper; document.body.dataset.socket = 'open'; banner('');
  });
  document.addEventListener('htmx:wsClose', event => {
    const code = event.detail.event.code;
    const wasOpen = socketOpen;
    socketOpen = false; wrapper = event.detail.socketWrapper; document.body.dataset.socket = 'closed';
    if (code === 4403) return location.reload();   // shown out: the page itself says why
    if (REFUSED.includes(code)) return banner('refused');
    setTimeout(() => { if (!socketOpen) banner('down'); }, wasOpen ? 700 : 2500);
    if (!RETRIED.includes(code)) setTimeout(() => wrapper.reconnect(), 300 + Math.random() * 700);
  });
  document.addEventListener('htmx:wsAfterMessage', () => { messages += 1; doubted = 0; told = $('sync').dataset.ask; });
  // Phones keep dead sockets that call themselves open. One whose news came by a question instead is doubted: the page
  // asks as if there were none, and lets go of it if it stays silent.
  const anew = () => { doubted = 0; socket.onclose = null; wrapper.reconnect(); };
  setInterval(() => {
    if (socketOpen && doubted && now() - doubted > BEATEN) anew();
    if (!document.hidden && now() - lastAsked > (socketOpen && !doubted ? 20000 : 3000)) ask();
  }, 500);
  const woken = () => { if (!document.hidden) ask(); };
  document.addEventListener('visibilitychange', woken);
  window.addEventListener('pageshow', event => { if (event.persisted) woken(); });
  window.addEventListener('online', () => { if (socketOpen) anew(); woken(); });   // it belonged to the network before

  // A message holds what has changed since the one before it. When an answer over HTTP has come in between, and told of a
  // state that the socket skipped, what the message leaves out may be wrong here: everything is asked for.
  let torn = false;
  document.addEventListener('htmx:wsBeforeMessage', event => {
    const [, after, next] = /id="sync" data-after="([^"]*)" data-ask="([^"]*)"/.exec(event.detail.message) || [], have = $('sync').dataset.ask;
    torn = Boolean(after) && after !== have && next !== have;
  });
  document.addEventListener('htmx:wsAfterMessage', () => { if (torn) ask(true); });

  // htmx learns of a new button only a moment after it was swapped in: a quick key would post its form without it.
  document.addEventListener('htmx:configRequest', event => {
    const pressed = event.detail.triggeringEvent && event.detail.triggeringEvent.submitter;
    if (!pressed) return;
    if (pressed.name) event.detail.parameters[pressed.name] = pressed.value;
    if (pressed.hasAttribute('formaction')) event.detail.path = pressed.getAttribute('formaction');
  });

  // An answer over HTTP may be older than news that came by the socket meanwhile: if they differ, ask once more.
  document.addEventListener('htmx:beforeRequest', event => { event.detail.xhr.messagesBefore = messages; });
  document.addEventListener('htmx:afterRequest', event => {
    const before = event.detail.xhr.messagesBefore;
    if (before !== messages && $('sync').dataset.ask !== told) setTimeout(ask, 80);   // swapped in, not yet live
    document.querySelectorAll('.is-pending').forEach(one => one.classList.remove('is-pending'));
    const { status, responseText } = event.detail.xhr;
    if (/\/parts\/\?have=./.test(event.detail.pathInfo.requestPath) && status === 200 && before === messages) doubted = doubted || now();
    const language = /id="sync"[^>]* data-language="([^"]*)"/.exec(responseText);   // changed in another tab: all of it
    if (language && language[1] !== document.documentElement.lang.toLowerCase()) return location.reload();
    if (event.detail.successful) { if (socketOpen) banner(''); }
    else if (status === 0 || status >= 500) banner('down');
    else if (!/id="notice"/.test(responseText)) banner('refused');   // a token or session that has run out
  });

  // --- swaps: leave alone what is the same, keep the focus, give the eye a moment ---------------------------------
  let deadUntil = 0, coveredAt = -1000, travelled = 0, focused = null, sheet = '';
  const seen = one => one && (one.checkVisibility ? one.checkVisibility() : one.getClientRects().length > 0);   // what a closed list holds has a place, too
  const inPart = id => [...document.querySelectorAll(`#${id} :is(button, a, summary, select, textarea)`)].filter(seen);
  const plain = node => node.outerHTML.replace(/ hx-swap-oob="true"| open=""| inert=""| class=""/g, '').replace(/(class="clock)[^>]*( data-due="\d+"[^>]*>)\d*/g, '$1$2');
  // What only shows is not exchanged but brought up to date, child by child: one tile more in a pond is one node more.
  const GRAFTED = /^(seat|pond)-|^(status|news|rows|sync)$/;
  const graft = (old, fresh) => {
    for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    const wanted = [...fresh.childNodes];
    while (old.childNodes.length > wanted.length) old.lastChild.remove();
    wanted.forEach((node, at) => {
      const here = old.childNodes[at];
      if (!here) old.append(node);
      else if (here.isEqualNode(node)) return;
      else if (here.nodeType === 1 && here.nodeName === node.nodeName && here.id === node.id) graft(here, node);
      else here.replaceWith(node);
    });
  };
  const keepOpen = (old, fresh) => {   // what somebody has unfolded stays so while others get ready
    const was = old.querySelectorAll('details'), are = fresh.querySelectorAll('details');
    if (was.length === are.length) are.forEach((one, at) => { one.open = was[at].open; });
    const isSheet = [old, fresh].every(one => one.matches('details'));
    if (isSheet && (fresh.open || sheet === 'standings')) fresh.open = old.open;   // the standings fold the last result when they come
  };
  document.addEventListener('htmx:oobBeforeSwap', event => {
    const fresh = event.detail.fragment.firstElementChild, old = event.detail.target;
    if (fresh && plain(fresh) === plain(old)) { event.detail.shouldSwap = false; return; }
    if (fresh && /^(topbar|hints|result|standings|lobby)$/.test(old.id)) keepOpen(old, fresh);
    const active = document.activeElement;
    focused = active && old.contains(active) ? { id: active.id, part: old.id, asks: active.getAttribute('formaction'), value: active.value, words: active.textContent, place: inPart(old.id).indexOf(active) } : focused;
    if (old.id === 'actions' || old.id === 'hand') deadUntil = now() + 200;
    else if (old.hidden && fresh && !fresh.hidden) coveredAt = now();   // a result or a vote comes to lie over the tiles
    if (!fresh || old.id === 'talk') return;   // talk.js keeps its lines
    // htmx would tell of every element that goes, twice: on a slow phone that costs more than all the rest of a move
    event.detail.shouldSwap = false;
    if (GRAFTED.test(old.id) && !old.hidden && !fresh.hidden) graft(old, fresh);
    else { old.replaceWith(fresh); htmx.process(fresh); }
    htmx.trigger($(old.id), 'htmx:oobAfterSwap', {});
  });
  // Focus never falls to <body>: the same place in the hand, the same verb in the room, else where one reads on.
  const same = ({ id, part, asks, value, words, place }) => {
    const here = inPart(part), verb = here.filter(one => asks && one.getAttribute('formaction') === asks), last = here[here.length - 1];
    return here.find(one => id && one.id === id) || verb.find(one => one.value === value) || verb.find(one => one.textContent === words)
      || (part === 'hand' && last) || (/^(lobby|result|standings)$/.test(part) && (here[place] || last)) || verb[0];
  };
  const refocus = () => {
    const active = document.activeElement, lying = document.querySelector('#standings > h2, #result[open] > summary');
    const lost = active === document.body, before = focused, wasLying = sheet;
    focused = null;
    sheet = lying ? lying.parentNode.id : '';
    // a sheet that comes to lie over the table takes the focus from what it covers
    if (sheet && sheet !== wasLying && active && (lost || active.closest('#hand, #actions, #status, #hints'))) return focusOn(lying);
    if (before && lost) focusOn(same(before) || [lying, $('status'), $('main')].find(seen));
  };
  const focusOn = target => {
    if (!target) return;
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  const settle = () => { refocus(); lookOn(); speak(); tick(); pickChanged(); fade(); };
  const lookOn = () => {   // the person's newest page drives; this one goes on showing the table
    const older = $('elsewhere') && !$('elsewhere').hidden;
    document.querySelectorAll('#hand, #actions, #vote, #result .go').forEach(part => {
      if (older && part.contains(document.activeElement)) $('elsewhere').querySelector('a').focus({ preventScroll: true });
      part.inert = older;
    });
  };
  const fade = () => {   // a notice has had its time after 8 s; the next one starts anew
    const note = $('notice');
    if (note && !note.hidden) setTimeout(() => { if (note.isConnected) { note.hidden = true; note.textContent = ''; } }, 8000);
  };
  document.addEventListener('htmx:wsAfterMessage', settle);
  document.addEventListener('htmx:afterRequest', settle);

  // --- words for screen readers, and the window's title ----------------------------------------------------------
  const title = document.title;
  const comma = $('live-polite').dataset.comma;
  const textOf = node => {
    if (!node || typeof node === 'string') return node || '';
    const copy = node.cloneNode(true);
    copy.querySelectorAll('[aria-hidden], [hidden]').forEach(one => one.remove());
    copy.querySelectorAll('img').forEach(one => one.replaceWith(` ${one.alt} `));
    copy.querySelectorAll('[role=img][aria-label]').forEach(one => one.replaceWith(` ${one.getAttribute('aria-label')} `));
    copy.querySelectorAll('li, p, div, dd, b, span').forEach(one => one.append(' '));
    return copy.textContent.replace(/\s+/g, ' ').trim();
  };
  const texts = at => [...document.querySelectorAll(at)].map(textOf).filter(Boolean);
  // Words stay for some seconds only, so that nobody finds stale ones; the same words once more are read once more.
  const clearing = {};
  const say = (words, where = 'live-assertive') => {
    const region = $(where);
    region.textContent = words && region.textContent === words ? words + '\u00a0' : words;
    clearTimeout(clearing[where]);
    clearing[where] = setTimeout(() => { region.textContent = ''; }, 6000);
  };
  const waiting = [];
  const mention = words => {   // what others do is collected for a moment: one sentence instead of three cut off
    if (!words) return;
    if (!waiting.length) setTimeout(() => say(waiting.splice(0).join(comma), 'live-polite'), 300);
    waiting.push(words);
  };
  document.addEventListener('say', event => say(event.detail.map(textOf).filter(Boolean).join('; ')));   // keys.js asks for it

  const turnWords = sentence => {   // "轮到你应答：可以碰、杠 五筒"
    const { can, drew } = $('live-assertive').dataset, gap = document.documentElement.lang.startsWith('zh') ? '' : ' ';
    const offers = [...new Set(texts('#actions :is(.slot > .claim, .slot > .menu > summary, .wide > .claim):not(.pass) > .word:first-child'))];
    const discarding = document.querySelector('#hand button[name=action]');
    const tile = document.querySelector(discarding ? '#hand .drawn img' : '#status .last img'), name = tile ? tile.alt : '';
    return [sentence, discarding && name && `${drew}${gap}${name}`, offers.length && `${can}${gap}${offers.join(comma)}${discarding ? '' : ' ' + name}`,
      ...texts('#actions .picker > span')].filter(Boolean).join(comma);
  };
  let heard = null;
  const speak = () => {
    const status = $('status'), asked = document.querySelector('#actions input[name=window]');
    const sentence = status && status.hasAttribute('data-mine') ? textOf(status.querySelector('.sentence')) : '';
    const last = heard || {}, here = heard = {
      news: texts('#news [data-kind]:not([data-kind=drew])').join(comma), lobby: texts('#lobby .lobby-go > p').join(),
      turn: sentence && turnWords(sentence), key: sentence && asked && asked.value,
      vote: texts('#vote > p, #vote .pause > p').join(comma),
      end: texts('#standings > h2, #standings .ranks .is-me').concat(texts('#result :is(.win, .sheet-body) > h2, #result .is-me > :is(.name, .delta)')).join(comma),
    };
    if (last.turn !== undefined) ['news', 'lobby'].forEach(what => { if (here[what] !== last[what]) mention(here[what]); });
    const urgent = ['vote', 'end'].filter(what => here[what] !== last[what]).map(what => here[what]);
    if (here.turn !== last.turn || here.key !== last.key) urgent.push(here.turn);
    if (urgent.some(Boolean)) say(urgent.filter(Boolean).join(comma));
    else if (!here.turn && last.turn) say('');   // no longer: what was asked must not be read late
    document.title = sentence && settings.alert !== 'off' ? '● ' + sentence : title;
  };

  // --- the countdown: an absolute moment of the server's clock, shown with ours -----------------------------------
  // ours when the server wrote its own: halfway between asking for the page and the first of its bytes
  const { requestStart = 0, responseStart = 0 } = performance.getEntriesByType('navigation')[0] || {}, written = (requestStart + responseStart) / 2;
  const offset = Number(document.querySelector('meta[name="server-now"]').content) - performance.timeOrigin - written;
  const tick = () => document.querySelectorAll('[data-due]').forEach(clock => {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.due) - Date.now() - offset) / 1000));
    if (clock.textContent !== String(left)) clock.textContent = left;
    clock.classList.toggle('soon', left <= 5);
  });
  setInterval(tick, 250);

  // --- the hand: on touch the first tap lifts a tile and the second plays it; a moved finger plays nothing --------
  let pointer = 'mouse', from = null;
  document.addEventListener('pointerdown', event => { pointer = event.pointerType; from = { x: event.clientX, y: event.clientY }; }, true);
  document.addEventListener('pointermove', event => { if (event.pointerType === 'mouse') travelled = now(); }, { capture: true, passive: true });
  const moved = event => from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > 24;
  let hit = {};
  const bounces = (button, event) => {   // a worn mouse button fires twice
    const twice = pointer !== 'touch' && hit.button === button && event.timeStamp - hit.at < 50;
    hit = { button, at: event.timeStamp };
    return twice;
  };
  document.addEventListener('click', event => {
    const stop = () => { event.preventDefault(); event.stopPropagation(); };
    const byPointer = event.detail > 0;
    const button = event.target.closest('button');
    const guarded = button && button.closest('#hand, #actions');
    const isMove = guarded && !button.hasAttribute('formaction');   // to take one's hand back is never a mistake
    if (isMove && (byPointer || !event.isTrusted) && now() < deadUntil) return stop();   // a quick key counts as a finger
    if (guarded && byPointer && (moved(event) || bounces(button, event))) return stop();
    if (byPointer && now() < coveredAt + 200 && travelled < coveredAt && event.target.closest('#vote, #sheets, #elsewhere')) return stop();
    if (!byPointer && now() < coveredAt + 300 && event.target.closest('#sheets summary')) return stop();   // Enter was meant for the tile that lost the focus to it
    if (guarded && button.dataset.pick) return pick(button);
    if (button && button.getAttribute('aria-disabled') === 'true') return stop();
    if (guarded && asksAgain(button, event)) return stop();
    if (guarded && guarded.id === 'hand' && byPointer && pointer === 'touch' && settings.tap !== 'one' && !button.classList.contains('lifted')) {
      document.querySelectorAll('#hand .lifted').forEach(one => one.classList.remove('lifted'));
      button.classList.add('lifted');
      return stop();
    }
    if (button && button.form && button.type === 'submit') button.classList.add('is-pending');
    const copy = event.target.closest('[data-copy]');
    if (copy) share(copy);
    document.querySelectorAll('details.menu[open]').forEach(menu => { if (!menu.contains(event.target)) menu.open = false; });
    const chosen = button && button.type === 'submit' && button.closest('.topbar .menu');
    if (chosen) setTimeout(() => {   // after the click has become a submit
      const left = chosen.contains(document.activeElement);
      chosen.open = false;
      if (left) chosen.querySelector('summary').focus();
    });
  }, true);
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') document.querySelectorAll('details.menu[open]').forEach(menu => {
      if (menu.contains(document.activeElement)) menu.querySelector('summary').focus();
      menu.open = false;
    });
  });

  // --- a win is passed with two presses (a setting): the button asks, and a double click counts as one ---------------
  const asksAgain = (button, event) => {
    const { sure, asked } = button.dataset;
    if (!sure || settings.confirm === 'off' || !document.querySelector('#actions .claim.win')) return false;
    if (asked) return event.timeStamp - Number(asked) < 400;
    button.dataset.asked = event.timeStamp;
    button.querySelector('.word').textContent = sure;
    say(sure);
    return true;
  };

  // --- choosing several tiles in the hand for one action ----------------------------------------------------------
  const pick = button => {
    button.setAttribute('aria-pressed', button.getAttribute('aria-pressed') === 'true' ? 'false' : 'true');
    pickChanged();
  };
  const pickChanged = () => {
    const select = document.querySelector('#actions select');
    if (!select) return;
    const chosen = [...document.querySelectorAll('#hand [aria-pressed="true"]')].map(one => one.dataset.pick).sort().join(' ');
    const option = [...select.options].find(one => one.value && one.dataset.tiles === chosen);
    if (chosen) select.value = option ? option.value : '';
  };

  const share = async button => {
    const address = location.origin + button.dataset.copy;
    if (navigator.share && matchMedia('(pointer: coarse)').matches) {   // a phone: straight into the group chat
      try { return await navigator.share({ title: document.title, url: address }); } catch (problem) { if (problem.name === 'AbortError') return; }
    }
    try {
      await navigator.clipboard.writeText(address);
      button.textContent = button.dataset.done;
      say(button.dataset.done, 'live-polite');
    } catch {
      window.prompt(button.textContent, address);   // plain http on a home network has no clipboard
    }
  };

  document.addEventListener('DOMContentLoaded', settle);
  if (document.readyState !== 'loading') settle();
})();
