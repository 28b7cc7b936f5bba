import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { PageRequest } from '#server/http/pages/page-request.ts'
import { renderPage, streamTo } from '#server/http/pages/render-page.ts'
import type { Context } from '#server/context.ts'
import { pagesOf } from '#tests/support/front-door.ts'

const server = createServer()
afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

/** Opens a response with a waiting client, and a way to disconnect it. */
async function openAnswer(): Promise<{ response: ServerResponse; leave: () => Promise<void> }> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  const visitor = connect(port, '127.0.0.1')
  visitor.write('GET /cart HTTP/1.1\r\nHost: aurora.localhost\r\n\r\n')
  const [, response] = await once(server, 'request')
  const leave = async (): Promise<void> => {
    const closed = once(response, 'close')
    visitor.destroy()
    await closed
  }
  return { response, leave }
}

/** An endless page. `made` counts its parts. */
function endless(beforePart: () => Promise<void> = () => Promise.resolve()) {
  const page = { made: 0, isCancelled: false }
  const body = new ReadableStream({
    pull: async (stream) => {
      await beforePart()
      page.made += 1
      stream.enqueue(new Uint8Array(10))
    },
    cancel: () => {
      page.isCancelled = true
    },
  })
  return { page, answer: new Response(body) }
}

function send(response: ServerResponse, answer: Response, options: { isHead: boolean }): Promise<void> {
  const request = new PageRequest({ origin: 'http://aurora.localhost', url: '/cart' })
  const site = { kind: 'unknown', host: '', settings: {} }
  // The part of the context that a page without a site needs.
  const context = { sites: { resolve: () => site } } as unknown as Context
  const asked = { request, locals: { context, requestId: 'r' } }
  return renderPage(
    pagesOf(() => Promise.resolve(answer)),
    asked,
    streamTo(response, options),
  )
}

describe('rendering stops', () => {
  test.each([{ isHead: false }, { isHead: true }])(
    'when its visitor left before it began, %o',
    async (options) => {
      const { response, leave } = await openAnswer()
      await leave()
      const { page, answer } = endless()
      await send(response, answer, options)
      expect(page.isCancelled).toBe(true)
    },
  )

  test('when its visitor disconnects', async () => {
    const { response, leave } = await openAnswer()
    const { page, answer } = endless(() => (page.made === 3 ? leave() : Promise.resolve()))
    await send(response, answer, { isHead: false })
    expect([page.isCancelled, page.made < 10]).toEqual([true, true])
  })

  test('when only headers are requested', async () => {
    const { response } = await openAnswer()
    const { page, answer } = endless()
    await send(response, answer, { isHead: true })
    expect([page.isCancelled, response.headersSent]).toEqual([true, true])
  })
})
