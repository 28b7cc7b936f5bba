import { setTimeout as pause } from 'node:timers/promises'
import type { Domain } from '#contracts/domains.ts'
import { insertSession } from '#tests/support/accounts.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { environmentOf, type Bench } from '../support/bench.ts'
import { openContext, type OpenContext } from '../support/context.ts'
import { eventPageLoad, readPage } from '../support/event-page.ts'
import { milliseconds, perSecond, round } from '../support/lines.ts'
import { measure, type Load, type Measured } from '../support/load.ts'

const PROMOTERS = 20
const DOMAINS_EACH = 50
/** Promoters who set up their domains at the same moment. */
const AT_ONCE = 4
const CONNECTIONS = 8
const SLOWEST_P99_MS = 50
/** From the answer that a domain is verified until its storefront answers. */
const VISIBLE_WITHIN_MS = 1000

/** 1,000 domains are claimed, proven and put to use while visitors read pages; none of them may wait for it. */
export async function soakDomains(bench: Bench): Promise<string[]> {
  const { origin } = bench.foyer
  const opened = await openContext(environmentOf(bench.address))
  const over = new AbortController()
  try {
    const startedAt = performance.now()
    const [, pages] = await Promise.all([
      addAll(opened, origin).finally(() => over.abort()),
      readUntil(over.signal, [
        { ...eventPageLoad(origin), connections: CONNECTIONS },
        { ...eventPageLoad(origin), path: '/?q=night', connections: CONNECTIONS },
      ]),
    ])
    const seconds = (performance.now() - startedAt) / 1000
    const slowest = Math.max(...pages.map((each) => each.p99Ms))
    const failures = pages.reduce((sum, each) => sum + each.failures, 0)
    const answers = pages.reduce((sum, each) => sum + each.answers, 0)
    const unseen = await findUnseen(origin)
    process.stdout.write(
      `${round(PROMOTERS * DOMAINS_EACH)} domains added in ${seconds.toFixed(1)} s (${perSecond((PROMOTERS * DOMAINS_EACH) / seconds)}) ` +
        `beside ${round(answers)} pages, ${failures} failures, p99 of the slowest two seconds ${milliseconds(slowest)}\n`,
    )
    return [
      ...(slowest > SLOWEST_P99_MS ? [`a page took ${milliseconds(slowest)} at p99`] : []),
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

/** Loads in turn, two seconds each, until it is over. */
async function readUntil(over: AbortSignal, loads: readonly Load[]): Promise<Measured[]> {
  const pages: Measured[] = []
  while (!over.aborted) for (const load of loads) pages.push(await measure(load, { runs: 1, seconds: 2 }))
  return pages
}

/** Storefronts that do not answer on their new name. */
async function findUnseen(origin: string): Promise<string[]> {
  await pause(VISIBLE_WITHIN_MS)
  const names = Array.from({ length: PROMOTERS }, (_, index) => `Soak${index}`)
  const asked = await Promise.all(
    names.map(async (name) => {
      const host = hostOf(name, DOMAINS_EACH - 1)
      const page = await readPage(origin, '/', { host })
      const leadsHome = [301, 308].includes(page.status) || page.body.includes(name)
      return leadsHome ? [] : [`${host} answers ${page.status} without its name`]
    }),
  )
  return asked.flat()
}
