// Registers the service worker where browsers allow one (https, localhost); takes it away when the site wants none.
(() => {
  'use strict';
  const workers = navigator.serviceWorker, wanted = document.currentScript.dataset.worker;
  if (!workers || !window.isSecureContext) return;
  if (wanted) workers.register(wanted).catch(() => {});   // private windows refuse: the site works without
  else workers.getRegistrations().then(all => all.forEach(one => one.unregister())).catch(() => {});
})();
