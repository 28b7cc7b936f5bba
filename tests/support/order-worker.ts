import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'

const ORIGIN = 'https://aurora.example'

type Listener = (event: Record<string, unknown>) => void
type Answer = (path: string) => Promise<Response>

const pathOf = (request: string | { url: string }): string =>
  new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname

/** A `Cache` in memory. */
function fakeCache(fetchPath: Answer) {
  const kept = new Map<string, Response>()
  const match = async (request: string | { url: string }) => kept.get(pathOf(request))?.clone()
  const put = async (request: string, answer: Response) => void kept.set(pathOf(request), answer)
  return {
    match,
    put,
    async add(path: string) {
      const answer = await fetchPath(path)
      if (!answer.ok) throw new TypeError(`${path} answers ${answer.status}`)
      await put(path, answer)
    },
    delete: async (request: { url: string }) => kept.delete(pathOf(request)),
    keys: async () => [...kept.keys()].map((path) => ({ url: ORIGIN + path })),
  }
}

/** Runs the service worker of order pages with a network that answers paths. */
export function startOrderWorker(network: Answer) {
  const listeners = new Map<string, Listener>()
  const cache = fakeCache(network)
  runInNewContext(readFileSync('public/orders/worker.js', 'utf8'), {
    self: {
      location: { origin: ORIGIN },
      addEventListener: (kind: string, listen: Listener) => listeners.set(kind, listen),
    },
    caches: { open: async () => cache },
    fetch: (request: string | { url: string }) => network(pathOf(request)),
    navigator,
    URL,
    Headers,
    Response,
    setTimeout,
  })
  /** Sends a message. Returns the worker's answer. */
  const ask = async (data: Record<string, unknown>): Promise<unknown> => {
    const answers: unknown[] = []
    const running: Promise<unknown>[] = []
    listeners.get('message')?.({
      data,
      ports: [{ postMessage: (answer: unknown) => answers.push(answer) }],
      waitUntil: (work: Promise<unknown>) => running.push(work),
    })
    await Promise.all(running)
    return answers[0]
  }
  const open = async (path: string): Promise<Response> => {
    const answers: Promise<Response>[] = []
    listeners.get('fetch')?.({
      request: { url: ORIGIN + path, method: 'GET', mode: 'navigate' },
      respondWith: (answer: Promise<Response>) => answers.push(answer),
      waitUntil: () => undefined,
    })
    const [answer] = answers
    if (!answer) throw new Error(`The worker doesn't answer for ${path}.`)
    return answer
  }
  return { cache, ask, open }
}
