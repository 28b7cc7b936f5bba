import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface WireAnswer {
  status: number
  type: string
  text: string
}

export interface LyingProvider {
  url: string
  /** Changes matching responses; undefined passes them on. */
  lie: ((answer: WireAnswer, request: string) => WireAnswer) | undefined
  close: () => Promise<void>
}

/** Proxy to an HTTP provider: requests are executed, responses can be changed. */
export async function openLyingProvider(target: string): Promise<LyingProvider> {
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = request
      const body = await buffer(request)
      const answer = await fetch(target + url, {
        method,
        // The client's headers, without those of its connection.
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
  // A listening TCP server has an address of this type.
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

/** Overrides fields of a response. */
export const lieAbout =
  (change: Record<string, unknown>) =>
  (answer: WireAnswer): WireAnswer => ({
    ...answer,
    text: JSON.stringify({ ...JSON.parse(answer.text), ...change }),
  })
