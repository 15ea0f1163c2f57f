// My turn while I look elsewhere: a badge on the installed site and, when asked for, a notification; and the screen stays
// awake while I sit in a running deal. Browsers without these, and plain http, do without: nothing here may fail aloud.
(() => {
  'use strict';
  const $ = id => document.getElementById(id), settings = document.documentElement.dataset;
  const quietly = promise => { if (promise && promise.catch) promise.catch(() => {}); };

  // --- the settings page: permission is asked for by this button only -----------------------------------------------
  const allow = $('allow');
  if (allow && 'Notification' in window && window.isSecureContext) {
    const told = () => { allow.querySelector('span').textContent = allow.dataset[Notification.permission] || ''; };
    allow.hidden = false;
    allow.querySelector('button').addEventListener('click', () => quietly(Notification.requestPermission().then(told)));
    told();
  }
  if (!$('table')) return;

  // --- my turn ------------------------------------------------------------------------------------------------------
  let told = false, shown = null;   // once for each turn
  const notice = async () => {
    const text = $('status').querySelector('.sentence').firstChild.textContent.trim(), options = { tag: 'turn', data: location.href };
    const worker = navigator.serviceWorker && await navigator.serviceWorker.getRegistration();
    if (worker) return worker.showNotification(text, options);   // phones know only this way
    shown = new Notification(text, options);
    shown.onclick = () => { window.focus(); shown.close(); };
  };
  const withdraw = async () => {
    if (shown) shown.close();
    shown = null;
    const worker = navigator.serviceWorker && await navigator.serviceWorker.getRegistration();
    if (worker && worker.getNotifications) (await worker.getNotifications({ tag: 'turn' })).forEach(one => one.close());
  };
  const turn = () => {
    const status = $('status'), mine = Boolean(status && status.hasAttribute('data-mine'));
    const away = mine && document.hidden && settings.alert !== 'off';
    if (navigator.setAppBadge) quietly(away ? navigator.setAppBadge(1) : navigator.clearAppBadge());
    const allowed = settings.alert === 'notify' && 'Notification' in window && Notification.permission === 'granted';
    if (away && allowed && !told) { told = true; quietly(notice()); }
    if (!away && told) quietly(withdraw());
    if (!mine) told = false;
  };

  // --- the screen stays awake ---------------------------------------------------------------------------------------
  let lock = null, asking = false;
  const awake = async () => {
    const playing = document.querySelector('#hand li') && document.querySelector('#status:not([hidden])') && !document.querySelector('#result summary');
    if (!playing || document.hidden) {
      if (lock) quietly(lock.release());
      lock = null;
      return;
    }
    if (!navigator.wakeLock || lock || asking) return;
    asking = true;
    try {
      lock = await navigator.wakeLock.request('screen');
      lock.addEventListener('release', () => { lock = null; });
    } catch { /* a low battery refuses */ }
    asking = false;
  };

  const look = () => { turn(); quietly(awake()); };
  ['htmx:wsAfterMessage', 'htmx:afterRequest', 'visibilitychange'].forEach(name => document.addEventListener(name, look));
  look();
})();
