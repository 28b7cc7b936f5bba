import { setTimeout as pause } from 'node:timers/promises'
import type { Domain } from '#contracts/console/domains.ts'
import { insertSession } from '#tests/support/accounts.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { environmentOf, type Bench } from '../support/bench.ts'
import { openContext, type OpenContext } from '../support/context.ts'
import { EVENT_PATH, readPage } from '../support/event-page.ts'
import { milliseconds, perSecond, quantile, round } from '../support/lines.ts'

const PROMOTERS = 20
const DOMAINS_EACH = 50
/** Number of promoters that add domains concurrently. */
const AT_ONCE = 4
/** A cached page, and one that is rendered for each request. */
const PATHS = [EVENT_PATH, '/?q=night'] as const
const VISIT_EVERY_MS = 5
const WARM_UP = 200
const SLOWEST_P99_MS = 50
/** Maximum time from the verification response until the storefront is available. */
const VISIBLE_WITHIN_MS = 1000

/** Adds and verifies 1,000 domains while visitors read pages, which must not become slower. */
export async function soakDomains(bench: Bench): Promise<string[]> {
  const { origin } = bench.foyer
  const opened = await openContext(environmentOf(bench.address))
  const over = new AbortController()
  try {
    // A new node renders its first pages slowly.
    for (let count = 0; count < WARM_UP; count += 1) await visit(origin, PATHS[count % PATHS.length] ?? '/')
    const startedAt = performance.now()
    const [, { tookMs, failures }] = await Promise.all([
      addAll(opened, origin).finally(() => over.abort()),
      readUntil(over.signal, origin),
    ])
    const seconds = (performance.now() - startedAt) / 1000
    const p99 = quantile(tookMs, 0.99)
    const unseen = await findUnseen(origin)
    process.stdout.write(
      `${round(PROMOTERS * DOMAINS_EACH)} domains added in ${seconds.toFixed(1)} s (${perSecond((PROMOTERS * DOMAINS_EACH) / seconds)}) ` +
        `with ${round(tookMs.length)} page views (${perSecond(tookMs.length / seconds)}), ${failures} failures, ` +
        `p50 ${milliseconds(quantile(tookMs, 0.5))}, p99 ${milliseconds(p99)}\n`,
    )
    return [
      ...(p99 > SLOWEST_P99_MS ? [`pages took ${milliseconds(p99)} at p99`] : []),
      ...(failures > 0 ? [`${failures} pages failed`] : []),
      ...unseen,
    ]
  } finally {
    await opened.close()
  }
}

async function addAll(opened: OpenContext, origin: string): Promise<void> {
  const waiting = Array.from({ length: PROMOTERS }, (_, index) => `Soak${index}`).values()
  const worker = async (): Promise<void> => {
    for (const name of waiting) await addDomains(opened, origin, name)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const hostOf = (name: string, index: number): string => `shop${index}.${name.toLowerCase()}.localhost`

async function addDomains({ context }: OpenContext, origin: string, name: string): Promise<void> {
  const promoterId = await insertPromoter(context.db, name)
  const { accountId } = await openMember(context, promoterId, 'owner')
  const bearer = await insertSession(context, accountId)
  const post = async (path: string, body?: unknown): Promise<{ domain: Domain }> => {
    const response = await fetch(new URL(path, origin), {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { success, data, error } = await response.json()
    if (!success) throw new Error(`POST ${path} answered ${error.code}.`)
    return data
  }
  for (let index = 0; index < DOMAINS_EACH; index += 1) {
    const { domain } = await post('/api/domains', { domain: hostOf(name, index) })
    await post(`/api/domains/${domain.id}/verify`)
  }
}

/** Sends a request every few milliseconds without waiting for responses, so that slow responses don't lower the rate. */
async function readUntil(over: AbortSignal, origin: string): Promise<{ tookMs: number[]; failures: number }> {
  const tookMs: number[] = []
  let failures = 0
  const visits: Promise<void>[] = []
  for (let count = 0; !over.aborted; count += 1) {
    visits.push(
      visit(origin, PATHS[count % PATHS.length] ?? '/').then((took) => {
        if (took === undefined) failures += 1
        else tookMs.push(took)
      }),
    )
    await pause(VISIT_EVERY_MS)
  }
  await Promise.all(visits)
  return { tookMs, failures }
}

/** Duration in milliseconds; undefined if the status is not 200. */
async function visit(origin: string, path: string): Promise<number | undefined> {
  const startedAt = performance.now()
  const { status } = await readPage(origin, path)
  return status === 200 ? performance.now() - startedAt : undefined
}

/** Returns a message per storefront that isn't available on its new domain. */
async function findUnseen(origin: string): Promise<string[]> {
  await pause(VISIBLE_WITHIN_MS)
  const names = Array.from({ length: PROMOTERS }, (_, index) => `Soak${index}`)
  const asked = await Promise.all(
    names.map(async (name) => {
      const host = hostOf(name, DOMAINS_EACH - 1)
      const page = await readPage(origin, '/', { host })
      const leadsHome = [301, 308].includes(page.status) || page.body.includes(name)
      return leadsHome ? [] : [`${host} returned ${page.status} without its name`]
    }),
  )
  return asked.flat()
}
