// Service worker of order pages and, by `tickets/worker.js`, of tickets that were passed on: opens them without a network after they were
// opened with one. It answers for stored pages, and for the files of the build and the images that they need. It stores nothing else, and never answers for the API.
const CACHE = 'foyer-orders'
const PAGE = /^\/(?:orders|tickets)\/[0-9a-f-]{36}$/
const FILES = ['/_astro/', '/uploads/']
const MAX_PAGES = 10
const MAX_FILES_OF_PAGE = 80
/** A static import of a built script. */
const IMPORT = /(?:from|import)\s?["']\.\/([\w.-]+\.js)["']/g
/** A network that doesn't answer in this time counts as none. */
const PATIENCE_MS = 4000
/** Answers after which a link doesn't open its order any more. */
const ENDED = [403, 404, 410]

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && PAGE.test(pathname)) {
    event.respondWith(answerPage(event, pathname))
    event.waitUntil(alone(prune))
  } else if (isFile(pathname)) event.respondWith(answerFile(request))
})

self.addEventListener('message', (event) => {
  const { kind, page } = event.data ?? {}
  const work = { keep, forget }[kind]
  if (!work || !PAGE.test(page)) return
  event.waitUntil(
    alone(() => work(event.data))
      .catch(() => false)
      .then((isKept) => event.ports[0]?.postMessage(isKept)),
  )
})

/** One after another, in both workers: files are stored before their page, and until then no page needs them. */
const alone = async (work) => (navigator.locks ? navigator.locks.request(CACHE, work) : work())

const isFile = (path) => FILES.some((prefix) => path.startsWith(prefix))

async function answerPage(event, path) {
  const { request } = event
  const stored = await findPage(path)
  if (!stored) return fetch(request)
  try {
    const answer = await Promise.race([fetch(request), refuseAfter(PATIENCE_MS)])
    if (ENDED.includes(answer.status)) event.waitUntil(alone(() => forget({ page: path })))
    if (answer.status < 500) return answer
  } catch {
    // No network.
  }
  return offlineCopy(stored)
}

/** Not an abort signal, which would also cut off the body of an answer that has begun. */
const refuseAfter = (milliseconds) =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The network takes too long.')), milliseconds)
  })

/** The page shows the time from this attribute. */
async function offlineCopy(stored) {
  const html = await stored.text()
  const keptAt = `data-kept-at="${stored.headers.get('x-kept-at')}"`
  return new Response(html.replace('data-kept-at="now"', keptAt), { headers: stored.headers })
}

/** Names of these files contain a hash of their content. */
async function answerFile(request) {
  const cache = await caches.open(CACHE)
  return (await cache.match(request.url)) ?? fetch(request)
}

async function findPage(path) {
  const stored = await (await caches.open(CACHE)).match(path)
  return stored && !isDue(stored.headers) ? stored : undefined
}

const isDue = (headers) => !(Date.parse(headers.get('x-keep-until')) > Date.now())

/** Stores the files before the page, so that a stored page is complete. Returns whether it is stored. */
async function keep({ page, files, until }) {
  const cache = await caches.open(CACHE)
  const answer = await fetch(page)
  if (answer.status !== 200 || answer.redirected) return false
  const html = await answer.text()
  const named = html.match(/\/_astro\/[\w.-]+/g) ?? []
  const needed = await storeFiles(cache, [...named, ...files.filter(isFile)])
  const headers = new Headers(answer.headers)
  headers.set('x-kept-at', new Date().toISOString())
  headers.set('x-keep-until', until)
  headers.set('x-files', needed.join(' '))
  await cache.put(page, new Response(html, { headers }))
  await prune()
  return true
}

/** Islands load after the page, so that what they import isn't among the files that it has loaded. */
async function storeFiles(cache, paths) {
  const needed = new Set([...new Set(paths)].slice(0, MAX_FILES_OF_PAGE))
  for (const path of needed) {
    if (!(await cache.match(path))) await cache.add(path)
    if (!path.endsWith('.js')) continue
    const script = await (await cache.match(path)).text()
    for (const [, name] of script.matchAll(IMPORT))
      if (needed.size < MAX_FILES_OF_PAGE) needed.add(`/_astro/${name}`)
  }
  return [...needed]
}

async function forget({ page }) {
  await (await caches.open(CACHE)).delete(page)
  await prune()
  return false
}

/** Deletes pages that are due or too many, and files that no page needs. */
async function prune() {
  const cache = await caches.open(CACHE)
  const requests = await cache.keys()
  const pages = await Promise.all(
    requests
      .filter(({ url }) => PAGE.test(new URL(url).pathname))
      .map(async (request) => ({ request, headers: (await cache.match(request))?.headers ?? new Headers() })),
  )
  const keptAt = ({ headers }) => headers.get('x-kept-at') ?? ''
  const current = pages
    .filter(({ headers }) => !isDue(headers))
    .sort((one, other) => keptAt(other).localeCompare(keptAt(one)))
    .slice(0, MAX_PAGES)
  const needed = new Set(
    current.flatMap(({ request, headers }) => [
      new URL(request.url).pathname,
      ...(headers.get('x-files') ?? '').split(' '),
    ]),
  )
  await Promise.all(
    requests.filter(({ url }) => !needed.has(new URL(url).pathname)).map((request) => cache.delete(request)),
  )
}
