// The table's sounds, made of noise and tones. Events are read from the page (data-kind, data-mine), each sounds once;
// a first sight, a reconnect and a heap of news stay silent.
(() => {
  'use strict';
  if (!window.AudioContext) return;
  const settings = document.documentElement.dataset;
  let audio = null, out = null, noise = null;

  // allowed from the first gesture on: the ready button is one
  const start = () => {
    if (settings.sound === 'off') return;
    if (!audio) {
      audio = new AudioContext();
      out = audio.createGain();
      out.gain.value = Number(settings.volume || 60) / 100 * 0.5;
      out.connect(audio.destination);
      noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
      noise.getChannelData(0).forEach((_, i, data) => { data[i] = Math.random() * 2 - 1; });
    }
    if (audio.state !== 'running') audio.resume().catch(() => {});
  };
  ['pointerdown', 'keydown'].forEach(name => document.addEventListener(name, start, true));

  const fading = (source, last, at, length, loud) => {
    const gain = audio.createGain();
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    last.connect(gain).connect(out);
    source.start(at);
    source.stop(at + length);
  };
  const tone = (pitch, wait = 0, length = 0.2, loud = 0.5, shape = 'triangle') => {
    const voice = audio.createOscillator();
    voice.type = shape;
    voice.frequency.value = pitch;
    fading(voice, voice, audio.currentTime + wait, length, loud);
  };
  const knock = (pitch, wait = 0, loud = 1, length = 0.06) => {
    const at = audio.currentTime + wait, hit = audio.createBufferSource(), band = audio.createBiquadFilter();
    hit.buffer = noise;
    band.type = 'bandpass';
    band.frequency.value = pitch;
    band.Q.value = 1.2;
    hit.connect(band);
    fading(hit, band, at, length, loud);
    tone(pitch / 3, wait, length, loud / 3, 'sine');
  };

  const kong = () => [0, 0.09, 0.18].forEach(wait => { knock(900, wait); tone(262, wait, 0.25); });
  const SOUNDS = {
    discarded: () => knock(2300),
    drew: () => knock(3200, 0, 0.35, 0.04),
    chow: () => { knock(1700); tone(392, 0, 0.14); tone(523, 0.1, 0.2); },
    pung: () => { knock(1300); knock(1300, 0.1); tone(330, 0, 0.12); tone(330, 0.1, 0.22); },
    kong, added_kong: kong, concealed_kong: kong,
    won: () => [523, 659, 784, 1047].forEach((pitch, n) => tone(pitch, n * 0.1, 0.5)),
    dealt: () => [0, 0.07, 0.13, 0.2].forEach(wait => knock(1900, wait, 0.5)),
    mine: () => { tone(880, 0.08, 0.25, 0.35, 'sine'); tone(1175, 0.2, 0.35, 0.35, 'sine'); },
    hurry: () => tone(1500, 0, 0.05, 0.25, 'square'),
    over: () => { tone(392, 0.3, 0.4); tone(294, 0.5, 0.6); },
  };
  const play = name => {
    if (audio && audio.state === 'running' && SOUNDS[name]) SOUNDS[name]();
  };

  let before = null, ticked = '';
  const sight = () => {
    const asked = document.querySelector('#actions input[name=window]');
    return {
      news: [...document.querySelectorAll('#news [data-kind]')].map(line => [line.dataset.kind, line.textContent]),
      mine: asked && document.querySelector('#status[data-mine]') ? asked.value : '',
      over: Boolean(document.querySelector('#result summary')),
    };
  };
  const look = () => {
    const last = before, now = before = sight();
    if (!last) return;
    const fresh = String(last.news) === String(now.news) ? [] : now.news.map(([kind]) => kind);
    if (fresh.length <= 3) [...new Set(fresh)].forEach(play);
    if (now.mine && now.mine !== last.mine) play('mine');
    if (now.over && !last.over && !fresh.includes('won')) play('over');
  };
  document.addEventListener('htmx:wsOpen', () => { before = null; });   // next comes the whole table
  document.addEventListener('htmx:wsAfterMessage', look);
  document.addEventListener('htmx:afterRequest', look);
  setInterval(() => {
    const left = document.querySelector('#status .clock.soon')?.textContent || '0';
    if (left !== ticked && left !== '0') play('hurry');
    ticked = left;
  }, 200);
})();
