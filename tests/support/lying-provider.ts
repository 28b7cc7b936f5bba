import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What a provider answers, before it is changed and after. */
export interface WireAnswer {
  status: number
  type: string
  text: string
}

export interface LyingProvider {
  url: string
  /** Changes the answers to requests that match from now on; undefined lets them through as they are. */
  lie: ((answer: WireAnswer, request: string) => WireAnswer) | undefined
  close: () => Promise<void>
}

/** Between Foyer and a provider that speaks HTTP: what was asked is done, and what is said of it is made up. */
export async function openLyingProvider(target: string): Promise<LyingProvider> {
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = request
      const body = await buffer(request)
      const answer = await fetch(target + url, {
        method,
        // The client's own, but for what belongs to its connection.
        headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
          /^(host|connection|content-length|transfer-encoding)$/.test(name) ? [] : [[name, String(value)]],
        ),
        ...(body.length > 0 ? { body } : {}),
      })
      const real = { status: answer.status, type: 'application/json', text: await answer.text() }
      const told = liar.lie?.(real, `${method} ${url}`) ?? real
      response.writeHead(told.status, { 'Content-Type': told.type }).end(told.text)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo
  const liar: LyingProvider = {
    url: `http://127.0.0.1:${port}`,
    lie: undefined,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return liar
}

/** Changes the fields of what was answered. */
export const lieAbout =
  (change: Record<string, unknown>) =>
  (answer: WireAnswer): WireAnswer => ({
    ...answer,
    text: JSON.stringify({ ...JSON.parse(answer.text), ...change }),
  })
