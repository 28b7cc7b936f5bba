import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAsk, type Ask } from '#tests/support/ask.ts'
import { newAddress } from '#tests/support/people.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const LOG = '/api/tracking-debug/log'
const lines: string[] = []

let shop: Shop
let ask: Ask

beforeAll(async () => {
  shop = await openShop()
  const sink = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(line.toString())
      done()
    },
  })
  // Process id, time and host name can contain any digits and words.
  const log = pino({ base: null, timestamp: false }, sink)
  ask = createAsk({ ...shop.context, log }, shop.host)
})
afterAll(() => shop.close())

const postLog = (body: Record<string, unknown>, address = newAddress()) => ask('POST', LOG, { body, address })

test('what a page tells is in the log, without anybody’s data', async () => {
  const answer = await postLog({
    eventType: 'click_failed',
    trackingLinkId: 'ada',
    message: 'TypeError for ada@example.com, +49 30 1234567',
    url: 'http://ada:secret@aurora.localhost/orders?token=abc#def',
    sessionId: 'a-session',
    timestamp: 1_795_000_000_000,
    data: {
      tries: 3,
      ok: false,
      mail: 'x@example.com',
      card: 4_242_424_242_424_242,
      nested: { name: 'Ada' },
    },
  })
  expect(answer.status).toBe(200)
  const [line = ''] = lines
  expect(JSON.parse(line)).toMatchObject({
    host: 'aurora.localhost',
    tracking: {
      eventType: 'click_failed',
      trackingLinkId: 'ada',
      message: 'TypeError for …@… …',
      url: 'http://aurora.localhost/orders',
      timestamp: 1_795_000_000_000,
      data: { tries: 3, ok: false, mail: '…@…', card: '…' },
    },
  })
  for (const word of ['example.com', 'secret', 'abc', 'a-session', '4242', 'Ada', '1234567'])
    expect(line).not.toContain(word)
})

test('is limited in size', async () => {
  const before = lines.length
  const data = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`fact${index}`, 'x'.repeat(300)]),
  )
  expect((await postLog({ eventType: 'x', data })).error?.code).toBe('BODY_TOO_LARGE')
  await postLog({ eventType: 'x', data: Object.fromEntries(Object.entries(data).slice(0, 40)) })
  expect(lines.slice(before)).toHaveLength(1)
  expect(lines.at(-1)?.length).toBeLessThan(6000)
})

test.each([
  {},
  { eventType: '' },
  { eventType: 'x'.repeat(61) },
  { eventType: 'x', message: 'x'.repeat(501) },
  { eventType: 'x', url: 'x'.repeat(501) },
])('%j is refused', async (body) => {
  expect((await postLog(body)).error.code).toBe('VALIDATION_ERROR')
})

test('is rate limited per network', async () => {
  const address = newAddress()
  const answers = await Promise.all(Array.from({ length: 61 }, () => postLog({ eventType: 'x' }, address)))
  expect(answers.filter(({ success }) => !success).map(({ error }) => error.code)).toEqual(['RATE_LIMITED'])
})
