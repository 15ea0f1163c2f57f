// The replay: steps without a new page, keys, swipes, a slider, playing by itself. Every control is a plain link that
// works without this file. What a step shows is the server's; only numbers of steps and seats are known here.
(() => {
  'use strict';
  const $ = id => document.getElementById(id);

  // --- steps: one question at a time; what was wanted meanwhile comes next ---------------------------------------------
  const replay = $('replay');
  if (replay) {
    const here = () => ({ step: Number($('replay-bar').dataset.step), seat: Number($('replay-bar').dataset.seat) });
    const last = Number($('replay-bar').dataset.last);
    const addressOf = ({ step, seat }) => `${replay.dataset.address}?step=${step}&seat=${seat}`;
    let busy = false, wanted = null;
    const go = async change => {
      wanted = { ...(wanted || here()), ...change };
      wanted.step = Math.max(0, Math.min(last, wanted.step));
      if (busy) return;
      busy = true;
      try {
        while (wanted && addressOf(wanted) !== addressOf(here())) {
          const asked = wanted;
          await htmx.ajax('GET', addressOf(asked), { source: replay, swap: 'none' });
          if (addressOf(here()) !== addressOf(asked)) { stop(); break; }   // no answer: stay where we are
          history.replaceState(null, '', addressOf(asked));
          if (wanted === asked) wanted = null;
        }
      } finally { busy = false; wanted = null; shown(); }
    };
    const shown = () => {
      const { step } = here();
      $('slider').value = step;
      document.querySelectorAll('.moves [aria-current]').forEach(one => one.removeAttribute('aria-current'));
      const lines = [...document.querySelectorAll('.moves a')].filter(one => Number(one.dataset.go) <= step);
      const line = lines[lines.length - 1];
      if (line) {
        line.setAttribute('aria-current', 'step');
        const list = line.closest('ol');   // only the list scrolls, never the page
        list.scrollTop = line.parentElement.offsetTop - list.offsetTop - list.clientHeight / 2;
      }
    };
    const say = () => { $('said').textContent = document.querySelector('#status .sentence').textContent; };

    document.addEventListener('click', event => {
      const link = event.target.closest('#replay a');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      stop();
      if (link.dataset.go) go({ step: Number(link.dataset.go) }).then(say);
      if (link.dataset.from) go({ seat: Number(link.dataset.from) });
    });
    const press = id => { const to = $(id).dataset.go; stop(); if (to) go({ step: Number(to) }).then(say); };
    const move = by => { stop(); go({ step: (wanted || here()).step + by }).then(say); };

    document.addEventListener('keydown', event => {
      if (event.target.closest('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'ArrowRight') move(1);
      else if (event.key === 'ArrowLeft') move(-1);
      else if (event.key === 'Home') press('go-first');
      else if (event.key === 'End') press('go-last');
      else if (event.key === 'c') press('go-claim-next');
      else if (event.key === 'C') press('go-claim-back');
      else return;
      event.preventDefault();
    });

    // --- swipes over the table; up and down still scroll the page -------------------------------------------------------
    let from = null;
    $('board').addEventListener('touchstart', event => {
      const [touch] = event.touches;
      from = event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    }, { passive: true });
    $('board').addEventListener('touchend', event => {
      if (!from) return;
      const [touch] = event.changedTouches, dx = touch.clientX - from.x, dy = touch.clientY - from.y;
      from = null;
      if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy)) move(dx < 0 ? 1 : -1);
    }, { passive: true });

    // --- playing by itself, until the end, a press anywhere or another tab ----------------------------------------------
    const play = $('play'), label = play.textContent;
    let timer = null;
    const stop = () => {
      clearInterval(timer);
      timer = null;
      play.setAttribute('aria-pressed', 'false');
      play.textContent = label;
    };
    play.addEventListener('click', () => {
      if (timer) return stop();
      if (here().step === last) go({ step: 0 });
      play.setAttribute('aria-pressed', 'true');
      play.textContent = play.dataset.stop;
      timer = setInterval(() => {
        if (document.hidden || here().step >= last) return stop();
        if (!busy) go({ step: here().step + 1 });
      }, 1000);
    });

    $('slider').addEventListener('input', event => { stop(); go({ step: Number(event.target.value) }); });
    $('copy-step').addEventListener('click', async event => {
      const button = event.currentTarget, address = location.origin + addressOf(here());
      try {
        await navigator.clipboard.writeText(address);
        button.textContent = button.dataset.done;
      } catch {
        window.prompt(button.textContent, address);   // plain http on a home network has no clipboard
      }
    });
    document.querySelector('.with-script').hidden = false;
    document.querySelector('.moves').addEventListener('toggle', shown);
    shown();
  }

  // --- the proof: the server's answer without a new page, and a second opinion from this browser ------------------------
  const second = async () => {
    const line = document.querySelector('.by-browser');
    if (!line || !window.crypto || !crypto.subtle) return;   // plain http: the server's answer stands alone
    const seed = Uint8Array.from(line.dataset.seed.match(/../g), pair => parseInt(pair, 16));
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', seed));
    const good = [...digest].map(byte => byte.toString(16).padStart(2, '0')).join('') === line.dataset.hash;
    line.classList.add(good ? 'ok' : 'bad');
    line.textContent = `${good ? '✓' : '✗'} ${good ? line.dataset.good : line.dataset.bad}`;
    line.hidden = false;
  };
  $('check').addEventListener('click', async event => {
    event.preventDefault();
    await htmx.ajax('GET', $('check').getAttribute('href').split('#')[0], { target: '#proof-answer', swap: 'innerHTML' });
    second();
  });
  second();
})();
