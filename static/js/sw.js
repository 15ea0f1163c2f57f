// The service worker: pages always come from the network, a page of its own says when there is none. It keeps only files
// whose name is a hash of their content and which the server calls immutable, never a page of anybody's table.
// The server writes BUILD (views_pwa.py): a hash of everything that is kept from the start, so a new build is a new worker.
const BUILD = '__BUILD__', OFFLINE = '__OFFLINE__', KEPT = __KEPT__, OFF = '__OFF__' === 'yes';
const NAME = `qionghu-${BUILD}`, HASHED = /^\/static\/.+\.[0-9a-f]{10}\.[^./]+$/;

const forget = async keep => {
  const names = await caches.keys();
  await Promise.all(names.filter(name => name.startsWith('qionghu-') && name !== keep).map(name => caches.delete(name)));
};

self.addEventListener('install', event => event.waitUntil((async () => {
  if (!OFF) await (await caches.open(NAME)).addAll([OFFLINE, ...KEPT].map(url => new Request(url, { cache: 'reload' })));
  await self.skipWaiting();   // safe: pages are never kept, and a file under a hashed name is the same in every build
})()));

self.addEventListener('activate', event => event.waitUntil((async () => {
  await forget(OFF ? '' : NAME);
  if (OFF) await self.registration.unregister();
  else await self.clients.claim();
})()));

const file = async request => {
  const cache = await caches.open(NAME), known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && /immutable/.test(answer.headers.get('Cache-Control'))) await cache.put(request, answer.clone());
  return answer;
};

const page = request => fetch(request).catch(async () => (await caches.match(OFFLINE)) || Response.error());

self.addEventListener('fetch', event => {
  const { request } = event, url = new URL(request.url);
  if (OFF || request.method !== 'GET' || url.origin !== location.origin) return;
  if (HASHED.test(url.pathname)) event.respondWith(file(request));
  else if (request.mode === 'navigate') event.respondWith(page(request));
});

self.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil((async () => {
    const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const tab = tabs.find(one => one.url === event.notification.data) || tabs[0];
    if (tab) await tab.focus();
  })());
});
