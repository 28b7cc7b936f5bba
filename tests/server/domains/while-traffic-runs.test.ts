import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Domain } from '#contracts/domains.ts'
import type { RenderPage } from '#server/http/pages.ts'
import { insertSession } from '#tests/support/accounts.ts'
import { createAsk } from '#tests/support/ask.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { openFrontDoor, type Door } from '#tests/support/front-door.ts'

const PROMOTERS = 10
const DOMAINS_EACH = 20
const VISIT_EVERY_MS = 20
const SLOWEST_MS = 500

/** A page that reads, as pages do. */
const renderPage: RenderPage = async (_request, { context, site }) => {
  await sql`select title from events limit 20`.execute(context.db)
  return new Response(`<html><title>${site.settings.siteName}</title>${'x'.repeat(20_000)}</html>`)
}

let door: Door
beforeAll(async () => {
  door = await openFrontDoor({ renderPage, listens: true })
})
afterAll(() => door.close())

async function addDomains(name: string): Promise<void> {
  const { context } = door
  const promoterId = await insertPromoter(context.db, name)
  const { accountId } = await openMember(context, promoterId, 'owner')
  const bearer = await insertSession(context, accountId)
  const ask = createAsk(context, 'localhost')
  for (let index = 0; index < DOMAINS_EACH; index += 1) {
    const body = { domain: `shop${index}.${name.toLowerCase()}.localhost` }
    const { data } = await ask<{ domain: Domain }>('POST', '/api/domains', { bearer, body })
    const verified = await ask('POST', `/api/domains/${data.domain.id}/verify`, { bearer })
    expect(verified.status).toBe(200)
  }
}

/** One comes every few milliseconds, whether or not the one before has been answered: what is slow is not asked less often. */
async function visitSteadily(visit: () => Promise<void>, over: AbortSignal): Promise<void> {
  const visits: Promise<void>[] = []
  while (!over.aborted) {
    visits.push(visit())
    await pause(VISIT_EVERY_MS)
  }
  await Promise.all(visits)
}

test(`${PROMOTERS * DOMAINS_EACH} domains are added: each answers, and no page of another site waits for it`, async () => {
  const spent: number[] = []
  const over = new AbortController()
  const visit = async (): Promise<void> => {
    const begun = performance.now()
    const { status } = await door.send({ path: '/' })
    spent.push(performance.now() - begun)
    expect(status).toBe(200)
  }
  const visiting = visitSteadily(visit, over.signal)
  const names = Array.from({ length: PROMOTERS }, (_, index) => `Promoter${index}`)
  for (const pair of [names.slice(0, PROMOTERS / 2), names.slice(PROMOTERS / 2)])
    await Promise.all(pair.map(addDomains))
  over.abort()
  await visiting
  expect(spent.length, 'there were visits all the time').toBeGreaterThan(25)
  // Wide enough for a busy machine: whoever waits for one promoter's additions waits for seconds.
  expect(Math.max(...spent)).toBeLessThan(SLOWEST_MS)
  await expect
    .poll(() => door.context.sites.hosts().length, { timeout: 1000 })
    // Each promoter's name, and Aurora's, are there from the start.
    .toBe(1 + PROMOTERS + PROMOTERS * DOMAINS_EACH)
})
