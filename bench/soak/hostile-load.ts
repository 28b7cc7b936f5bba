import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ATTACKS, type AttackFacts } from '#tests/support/hostile-load/attacks.ts'
import type { SwarmCounts } from '#tests/support/hostile-load/swarm.ts'
import { sendAlone, visitFor, type Visits } from '#tests/support/hostile-load/visitor.ts'
import type { AttackQuestion } from '../attack.ts'
import type { Bench } from '../support/bench.ts'
import { EVENT_HOST, EVENT_PATH, EVENT_SLUG } from '../support/event-page.ts'
import { megabytes, milliseconds, quantile, round } from '../support/lines.ts'
import { startHelper, type Helper } from '../support/processes.ts'
import { putOnSale } from '../support/stock.ts'

const WINDOW_MS = 3000
/** The best window counts, to exclude other load on the machine. */
const WINDOWS = 6
const WARM_UP_MS = 5000
/** Time for an attack to open all its connections. */
const RISE_MS = 6000
const SETTLE_MS = 1500
/** Maximum p99 of visitors during an attack, relative to their p99 without. */
const MAX_TIMES = 2
/** A p99 below this always passes. */
const FLOOR_MS = 10
const MAX_GROWTH_BYTES = 512 * 1024 * 1024

interface Stage {
  bench: Bench
  attacker: Helper
  facts: AttackFacts
  visit: (forMs: number) => Promise<Visits>
  rssBytes: number
}

/** Runs each attack while visitors read a page, call the API and use a cart. */
export async function soakHostileLoad(bench: Bench): Promise<string[]> {
  const ticketTypeId = await putOnSale(bench.db)
  const host = `${EVENT_HOST}:${bench.foyer.port}`
  const visitor = { port: bench.foyer.port, host, path: EVENT_PATH, slug: EVENT_SLUG, ticketTypeId }
  const visit = (forMs: number): Promise<Visits> => visitFor(visitor, forMs)
  await visit(WARM_UP_MS)
  const attacker = await startHelper('generator', 'attack.ts')
  const problems: string[] = []
  try {
    const facts = { host, path: EVENT_PATH, bearer: await register(visitor) }
    const { rssBytes } = await bench.foyer.usage()
    for (const name of Object.keys(ATTACKS))
      problems.push(...(await tryAttack({ bench, attacker, facts, visit, rssBytes }, name)))
    return problems
  } finally {
    await attacker.stop()
  }
}

async function tryAttack(
  { bench, attacker, facts, visit, rssBytes }: Stage,
  name: string,
): Promise<string[]> {
  const ask = (question: AttackQuestion): Promise<Record<string, unknown>> => attacker.ask(question)
  const alone = await measure(visit)
  await ask({ start: name, port: bench.foyer.port, facts })
  await pause(RISE_MS)
  const beside = await measure(visit)
  const { rssBytes: rss } = await bench.foyer.usage()
  // The attacker responds with the counts of its connections.
  const counts = (await ask({ stop: true })) as unknown as SwarmCounts
  await pause(SETTLE_MS)
  process.stdout.write(
    `${name}: p50 ${milliseconds(alone.p50)} alone, ${milliseconds(beside.p50)} during the attack; ` +
      `p99 ${milliseconds(alone.p99)} alone, ${milliseconds(beside.p99)} during the attack; ${beside.failures.length} of ${round(beside.requests)} failed; ` +
      `${megabytes(rss - rssBytes)} more memory; ${round(counts.opened)} connections, ${round(counts.mostOpen)} at once, ` +
      `statuses ${JSON.stringify(counts.statuses)} ${[...new Set(beside.failures)].join(', ')}\n`,
  )
  return [
    ...(beside.p99 > Math.max(alone.p99 * MAX_TIMES, FLOOR_MS)
      ? [`${name}: visitors took ${milliseconds(beside.p99)} at p99, ${milliseconds(alone.p99)} alone`]
      : []),
    ...(beside.failures.length > 0
      ? [`${name}: visitors failed: ${[...new Set(beside.failures)].join(', ')}`]
      : []),
    ...(rss - rssBytes > MAX_GROWTH_BYTES ? [`${name}: ${megabytes(rss - rssBytes)} more memory`] : []),
  ]
}

interface Measured {
  p50: number
  p99: number
  requests: number
  failures: string[]
}

async function measure(visit: Stage['visit']): Promise<Measured> {
  const windows: Visits[] = []
  for (let count = 0; count < WINDOWS; count += 1) windows.push(await visit(WINDOW_MS))
  const best = (share: number): number => Math.min(...windows.map(({ tookMs }) => quantile(tookMs, share)))
  return {
    p50: best(0.5),
    p99: best(0.99),
    requests: windows.reduce((sum, { tookMs }) => sum + tookMs.length, 0),
    failures: windows.flatMap(({ failures }) => failures),
  }
}

async function register(visitor: { port: number; host: string }): Promise<string> {
  const person = { firstName: 'Ada', lastName: 'Lovelace', email: `${randomUUID()}@example.com`, phone: '' }
  const password = 'a long enough password'
  const body = { ...person, password, confirmPassword: password }
  const { text } = await sendAlone(visitor, 'POST /api/public/auth/customer/register', body)
  return JSON.parse(text).data.accessToken
}
