import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { sendPage } from '#server/http/page-request.ts'

const server = createServer()
afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

/** The answer that a visitor no longer waits for. */
async function afterTheyLeft(): Promise<ServerResponse> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  const visitor = connect(port, '127.0.0.1')
  visitor.write('GET /cart HTTP/1.1\r\nHost: aurora.localhost\r\n\r\n')
  const [, response] = await once(server, 'request')
  visitor.destroy()
  await once(response, 'close')
  return response
}

describe('a visitor who left before the page was made', () => {
  test.each([{ isHead: false }, { isHead: true }])('ends it without a complaint, %o', async (options) => {
    const response = await afterTheyLeft()
    let isCancelled = false
    const body = new ReadableStream({
      pull: (stream) => stream.enqueue(new Uint8Array(10)),
      cancel: () => {
        isCancelled = true
      },
    })
    await sendPage(response, new Response(body), options)
    expect(isCancelled, 'nothing more of it is made').toBe(true)
  })
})
