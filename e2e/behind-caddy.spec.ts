import { request } from 'node:http'
import { expect, test } from 'playwright/test'
import { buy, type Outcome } from '#tests/support/buyer.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { hasCaddy, startCaddy } from './support/caddy.ts'
import { openDemo } from './support/foyer.ts'
import { count, countersOf, openSale, priceOf, startNode } from './support/nodes.ts'

test.setTimeout(120_000)

test('a rolling restart of two nodes behind Caddy interrupts no purchase @full', async () => {
  test.skip(!hasCaddy, 'Caddy is not installed here, so its part of deploy/ is not tried.')
  const { address, db, drop } = await openDemo()
  const settings = { TRUSTED_PROXIES: '127.0.0.1' }
  let first = await startNode(address, { settings })
  let second = await startNode(address, { settings })
  const caddy = await startCaddy([first, second].map((node) => node.origin.replace('http://', '')))
  const isReady = async (): Promise<number> =>
    fetch(`${caddy.origin}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
  try {
    await expect.poll(isReady, { timeout: 15_000 }).toBe(200)
    const ticketTypeId = await openSale(db, 10_000)
    const outcomes: Outcome[] = []
    const over = new AbortController()
    const shopping = Array.from({ length: 12 }, async () => {
      while (!over.signal.aborted)
        outcomes.push(await buy(caddy.origin, { ticketTypeId, quantity: 1, priceOf }))
    })
    const moreAreSold = async (): Promise<void> => {
      const before = outcomes.length
      await expect.poll(() => outcomes.length, { timeout: 20_000 }).toBeGreaterThan(before + 30)
    }
    await moreAreSold()
    await first.stop()
    await moreAreSold()
    first = await startNode(address, { port: first.port, settings })
    await expect.poll(() => caddy.sendsTo(first.port), { intervals: [20], timeout: 15_000 }).toBe(true)
    await second.stop()
    await moreAreSold()
    second = await startNode(address, { port: second.port, settings })
    await expect.poll(() => caddy.sendsTo(second.port), { intervals: [20], timeout: 15_000 }).toBe(true)
    over.abort()
    await Promise.all(shopping)
    expect(outcomes.filter((each) => each.kind !== 'bought')).toEqual([])
    expect(await countersOf(db, ticketTypeId)).toEqual({ held: 0, sold: count(outcomes, 'bought') })
    expect(await findContradictions(db)).toEqual([])
  } finally {
    await caddy.stop()
    await first.stop()
    await second.stop()
    await drop()
  }
})

test('without a ready node behind Caddy, pages show an error page and calls get the envelope, with Retry-After @full', async () => {
  test.skip(!hasCaddy, 'Caddy is not installed here, so its part of deploy/ is not tried.')
  const caddy = await startCaddy(['127.0.0.1:9'])
  try {
    const ask = async (path: string) => {
      const answer = await fetch(caddy.origin + path).catch(() => undefined)
      return [answer?.status, answer?.headers.get('retry-after'), await answer?.text()]
    }
    await expect.poll(async () => (await ask('/'))[0], { timeout: 15_000 }).toBe(503)
    expect(await ask('/')).toEqual([503, '5', expect.stringContaining('We’ll be back in a moment')])
    expect(await ask('/api/public/events')).toEqual([503, '5', expect.stringContaining('"UNAVAILABLE"')])
  } finally {
    await caddy.stop()
  }
})

test('without TLS pages lead to https, and calls are refused @full', async () => {
  test.skip(!hasCaddy, 'Caddy is not installed here, so its part of deploy/ is not tried.')
  const caddy = await startCaddy(['127.0.0.1:9'])
  try {
    const ask = async (path: string, method = 'GET') => {
      const answered = await send(caddy.plainPort, { path, method })
      return [answered.status, answered.location, answered.text]
    }
    await expect
      .poll(
        () =>
          ask('/').then(
            ([status]) => status,
            () => 0,
          ),
        { timeout: 15_000 },
      )
      .toBe(308)
    expect(await ask('/events/a?b=c')).toEqual([308, 'https://tickets.example/events/a?b=c', ''])
    for (const path of ['/api', '/api/public/events', '/api/payments/webhook'])
      for (const method of ['GET', 'POST'])
        expect(await ask(path, method)).toEqual([403, undefined, expect.stringContaining('"FORBIDDEN"')])
  } finally {
    await caddy.stop()
  }
})

/** Sends a request with a storefront's host, which `fetch` can't resolve. */
function send(
  port: number,
  { path, method }: { path: string; method: string },
): Promise<{ status: number | undefined; location: string | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host: 'tickets.example' }
    request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      let text = ''
      const { statusCode: status } = answer
      const { location } = answer.headers
      answer.on('data', (part: Buffer) => (text += part.toString()))
      answer.once('end', () => resolve({ status, location, text }))
    })
      .once('error', reject)
      .end()
  })
}
