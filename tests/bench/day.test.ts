import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgeDay } from '../../bench/day/judge-day.ts'
import { plotSamples } from '../../bench/day/plot.ts'
import { columnsOf, countRows, toCsv, toSample, type Counts, type Sample } from '../../bench/day/samples.ts'
import { KINDS, openState, startTraffic, visit, type Kind, type Stage } from '../../bench/day/traffic.ts'
import { insertAccount, insertSession } from '#tests/support/accounts.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'
import { insertFees, insertTicketType } from '#tests/support/factories.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'

const ROUNDS = 12
const COUNTS: Counts = {
  connections: 12,
  holds: 80,
  overdueHolds: 0,
  overdueSessions: 0,
  waitingMails: 2,
  waitingEvents: 0,
  waitingReports: 5,
  waitingSearch: 3,
  waitingBalances: 4,
  jobs: 1,
  files: 2,
}
const TIMES: Record<Kind, number[]> = {
  page: [2, 3, 40],
  cart: [9],
  order: [60],
  refund: [],
  console: [20],
  door: [15],
}

const NO_TIMES = { page: null, cart: null, order: null, refund: null, console: null, door: null }

const samplesOf = (change: (at: number) => Partial<Sample> = () => ({})): Sample[] =>
  Array.from({ length: 40 }, (_, at) => ({
    ...toSample(
      {
        cpuMs: 0,
        rssBytes: 300 * 1024 * 1024,
        heapBytes: 90 * 1024 * 1024,
        heapPagesBytes: 120 * 1024 * 1024,
        externalBytes: 10 * 1024 * 1024,
        fileBytes: 60 * 1024 * 1024,
        loopP99Ms: 4,
      },
      COUNTS,
      { seconds: at * 10, tookMs: TIMES, failures: 0 },
    ),
    ...change(at),
  }))

describe('the judgement of a day', () => {
  test('accepts what stays level, and what grows only while it warms up', () => {
    expect(judgeDay(samplesOf())).toEqual([])
    expect(judgeDay(samplesOf((at) => ({ memoryMb: Math.min(at, 10) * 40 })))).toEqual([])
  })

  test.each<[name: string, change: (at: number) => Partial<Sample>, message: RegExp]>([
    ['memory', (at) => ({ memoryMb: 200 + 5 * at }), /^memoryMb grew from 275 .* to 375/],
    ['connections', (at) => ({ connections: 10 + at }), /^connections grew/],
    ['holds that are over', (at) => ({ overdueHolds: 2 * at }), /^overdueHolds grew/],
    ['mails that wait', (at) => ({ waitingMails: 3 * at }), /^waitingMails grew/],
    ['files', (at) => ({ files: at }), /^files grew/],
    ['durations', (at) => ({ p99: { ...NO_TIMES, page: 10 + at * at } }), /^p99 page ms grew/],
  ])('reports growing %s', (_, change, message) => {
    const [found, ...others] = judgeDay(samplesOf(change))
    expect(found).toMatch(message)
    expect(others).toEqual([])
  })

  test('needs enough samples', () => {
    expect(judgeDay(samplesOf().slice(0, 7))).toEqual(['7 samples are too few to judge growth'])
  })
})

test('samples become a CSV and a chart for each column', () => {
  const samples = samplesOf()
  const [head = '', ...rows] = toCsv(samples).trim().split('\n')
  expect(rows).toHaveLength(40)
  expect(
    Object.fromEntries(head.split(',').map((name, at) => [name, rows[1]?.split(',')[at]])),
  ).toMatchObject({
    seconds: '10',
    memoryMb: '300',
    'p99 page ms': '40',
    'p99 refund ms': '',
  })
  const [sample] = samples
  expect(plotSamples(samples).match(/<polyline/g)).toHaveLength(sample ? columnsOf(sample).length - 1 : 0)
})

test('seconds of a day: every kind of visit succeeds, and nothing that should go stays @full', async () => {
  const door = await openFrontDoor()
  const { db } = door.context
  const files = mkdtempSync(join(tmpdir(), 'foyer-day-'))
  writeFileSync(join(files, 'one'), '')
  await insertFees(db, {})
  const ticketTypeId = await insertTicketType(db, { ...door.stage, capacity: 10_000, priceCents: 2500 })
  const accountId = await insertAccount(door.context, 'owner@example.com')
  await db
    .insertInto('members')
    .values({
      promoter_id: door.stage.promoterId,
      account_id: accountId,
      role: 'owner',
      created_at: new Date(),
    })
    .execute()
  const owner = await insertSession(door.context, accountId)
  const stage: Stage = {
    origin: `http://127.0.0.1:${door.port}`,
    host: 'aurora.localhost',
    pages: ['/'],
    eventId: door.stage.eventId,
    ticketTypeId,
    priceOf: (quantity) => quantity * 25,
    owner,
    device: owner,
  }
  const { next } = seededRandom('day')
  const state = openState(stage, next)
  const tookMs: Record<string, number> = {}
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of KINDS)
      if ((await visit(kind, state)) !== undefined) tookMs[kind] = (tookMs[kind] ?? 0) + 1
  expect(tookMs).toMatchObject({ page: ROUNDS, cart: ROUNDS, order: ROUNDS, console: ROUNDS })
  expect(Math.min(tookMs['refund'] ?? 0, tookMs['door'] ?? 0)).toBeGreaterThan(1)

  const traffic = startTraffic(stage, 20, () => 0.4)
  let pages = 0
  await expect.poll(() => (pages += traffic.take().page.length)).toBeGreaterThan(2)
  await traffic.stop()
  expect(traffic.failures).toEqual([])
  expect(await countRows(db, [files])).toMatchObject({
    overdueHolds: 0,
    overdueSessions: 0,
    waitingEvents: 0,
    files: 1,
  })
  await door.close()
  rmSync(files, { recursive: true })
})
