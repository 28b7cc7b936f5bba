// Service worker of the door: opens the page without a network. It answers for the page, its icons and files of the
// build only, never for the API.
const CACHE = 'foyer-door'
const PAGE = '/account/staff/door'
const BUILD = '/_astro/'
const ICONS = ['/favicon.svg', '/door/apple-touch-icon.png', '/door/icon-192.png', '/door/icon-512.png', '/door/icon-maskable-512.png']
/** A network that doesn't answer in this time counts as none. */
const PATIENCE_MS = 4000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate' && url.pathname === PAGE) event.respondWith(answerPage(request))
  else if (url.pathname.startsWith(BUILD)) event.respondWith(answerFile(request))
  else if (ICONS.includes(url.pathname)) event.respondWith(answerIcon(request))
})

// The page has loaded: everything that it needs is stored before the page itself, so that a stored page always opens.
self.addEventListener('message', (event) => {
  if (event.data?.kind === 'keep') event.waitUntil(keep(event.data.files))
})

async function answerPage(request) {
  const stored = await (await caches.open(CACHE)).match(PAGE)
  if (!stored) return fetch(request)
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return answer.status < 500 ? answer : stored
  } catch {
    return stored
  }
}

/** Names of the build's files contain a hash of their content. */
async function answerFile(request) {
  const cache = await caches.open(CACHE)
  const stored = await cache.match(request.url)
  if (stored) return stored
  const answer = await fetch(request)
  if (answer.status === 200) await cache.put(request.url, answer.clone())
  return answer
}

/** Icons keep their names: a newer one is preferred. */
async function answerIcon(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const stored = await (await caches.open(CACHE)).match(request.url)
    if (!stored) throw error
    return stored
  }
}

async function keep(names) {
  const files = names.filter((name) => new URL(name).pathname.startsWith(BUILD))
  const cache = await caches.open(CACHE)
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  await cache.addAll([...files.filter((file) => !kept.has(file)), ...ICONS])
  const page = await fetch(PAGE)
  const html = await page.clone().text()
  const needed = [...html.matchAll(/\/_astro\/[\w.-]+/g)].map(([path]) => new URL(path, self.location).href)
  // The page's styles name fonts for other scripts, too, which it hasn't loaded.
  await cache.addAll(needed.filter((url) => url.endsWith('.woff2') && !kept.has(url) && !files.includes(url)))
  const isComplete = (await Promise.all(needed.map((url) => cache.match(url)))).every(Boolean)
  // Otherwise another version was released meanwhile: the next visit stores it.
  if (page.status !== 200 || !isComplete) return
  await cache.put(PAGE, page)
  const used = new Set([...files, ...needed])
  for (const { url } of await cache.keys())
    if (new URL(url).pathname.startsWith(BUILD) && !used.has(url)) await cache.delete(url)
}
