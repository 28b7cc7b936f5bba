import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Domain } from '#contracts/console/domains.ts'
import { insertSession } from '#tests/support/accounts.ts'
import { createAsk } from '#tests/support/ask.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { openFrontDoor, type Door, type RenderPage } from '#tests/support/front-door.ts'
import { quantile } from '#tests/support/times.ts'

const PROMOTERS = 10
const DOMAINS_EACH = 20
const VISIT_EVERY_MS = 20

/** A page with a query, like real pages. */
const renderPage: RenderPage = async (_request, { context, site }) => {
  await sql`select title from events limit 20`.execute(context.db)
  return new Response(`<html><title>${site.settings.siteName}</title>${'x'.repeat(20_000)}</html>`)
}

let door: Door
beforeAll(async () => {
  door = await openFrontDoor({ renderPage, listens: true })
})
afterAll(() => door.close())

async function addDomains(name: string): Promise<number> {
  const begun = performance.now()
  const { context } = door
  const promoterId = await insertPromoter(context.db, name)
  const { accountId } = await openMember(context, promoterId, 'owner')
  const bearer = await insertSession(context, accountId, 'localhost')
  const ask = createAsk(context, 'localhost')
  for (let index = 0; index < DOMAINS_EACH; index += 1) {
    const body = { domain: `shop${index}.${name.toLowerCase()}.localhost` }
    const { data } = await ask<{ domain: Domain }>('POST', '/api/domains', { bearer, body })
    const verified = await ask('POST', `/api/domains/${data.domain.id}/verify`, { bearer })
    expect(verified.status).toBe(200)
  }
  return performance.now() - begun
}

/** Sends visits at a fixed rate, whether or not earlier ones were answered. */
async function visitSteadily(over: AbortSignal): Promise<Visit[]> {
  const visits: Promise<Visit>[] = []
  while (!over.aborted) {
    visits.push(visit())
    await pause(VISIT_EVERY_MS)
  }
  return Promise.all(visits)
}

interface Visit {
  /** Status, or the error. */
  status: number | string
  spentMs: number
}

async function visit(): Promise<Visit> {
  const begun = performance.now()
  const status = await door.send({ path: '/' }).then((answer) => answer.status, String)
  return { status, spentMs: performance.now() - begun }
}

test(`${PROMOTERS * DOMAINS_EACH} domains are added: each answers, and no page of another site waits for it`, async () => {
  const over = new AbortController()
  const visiting = visitSteadily(over.signal)
  const names = Array.from({ length: PROMOTERS }, (_, index) => `Promoter${index}`)
  const added: number[] = []
  try {
    for (const half of [names.slice(0, PROMOTERS / 2), names.slice(PROMOTERS / 2)])
      added.push(...(await Promise.all(half.map(addDomains))))
  } finally {
    over.abort()
  }
  const visits = await visiting
  expect(visits.length, 'there were visits all the time').toBeGreaterThan(25)
  expect(visits.filter(({ status }) => status !== 200)).toEqual([])
  const spent = visits.map(({ spentMs }) => spentMs)
  // A request that waited for one promoter's additions would take half their time on average. A busy machine slows both.
  expect(quantile(spent, 0.95)).toBeLessThan(Math.min(...added) / 2)
  await expect
    .poll(() => door.context.sites.hosts().length)
    // Each promoter's host and Aurora's exist from the start.
    .toBe(1 + PROMOTERS + PROMOTERS * DOMAINS_EACH)
})
