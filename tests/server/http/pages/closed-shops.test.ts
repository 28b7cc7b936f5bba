import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEvents } from '#server/catalog/search/list-events.ts'
import { createFakeClock } from '#tests/support/clock.ts'
import { openFrontDoor, type Door, type RenderPage } from '#tests/support/front-door.ts'
import { openOperatorFixture } from '#tests/support/operators.ts'
import { waitFor } from '#tests/support/wait-for.ts'

// The clock stands still, so pages are renewed only by notifications.
const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))

const renderPage: RenderPage = async (_request, { context, site }) => {
  const found = await listEvents(context, { site, query: {} })
  const isClosed = site.kind === 'storefront' && site.closed !== undefined
  const isSingle = site.kind === 'main' && site.isSinglePromoter === true
  return Response.json({ isClosed, isSingle, events: found.success ? found.data.events.length : 0 })
}

let here: Door
let there: Door
beforeAll(async () => {
  here = await openFrontDoor({ clock, renderPage, listens: true })
  there = await openFrontDoor({ clock, renderPage, listens: true, beside: here })
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const read = async (door: Door, host: string) => JSON.parse((await door.send({ path: '/', host })).text)
const pages = () =>
  Promise.all([
    read(here, 'aurora.localhost'),
    read(there, 'aurora.localhost'),
    read(here, 'localhost'),
    read(there, 'localhost'),
  ])
const shop = (isClosed: boolean) => ({ isClosed, isSingle: false, events: isClosed ? 0 : 1 })
const main = (events: number) => ({ isClosed: false, isSingle: false, events })

test('a suspension reaches the pages of every node within a second, and so does its end', async () => {
  const operator = await openOperatorFixture(here.context)
  const act = (move: string, body: object) =>
    operator.ask('POST', `/api/operator/promoters/${here.stage.promoterId}/${move}`, { body })
  expect(await pages()).toEqual([shop(false), shop(false), main(1), main(1)])
  const spent: number[] = []
  for (let round = 0; round < 3; round += 1) {
    await act('suspend', { reason: 'Fraud' })
    const begun = performance.now()
    await waitFor(async () => expect(await pages()).toEqual([shop(true), shop(true), main(0), main(0)]))
    spent.push(performance.now() - begun)
    await act('reinstate', {})
    await waitFor(async () => expect(await pages()).toEqual([shop(false), shop(false), main(1), main(1)]))
  }
  expect(Math.min(...spent)).toBeLessThan(1000)
})

test('the switch for a single promoter reaches every node, too', async () => {
  await sql`update platform_settings set single_promoter = true`.execute(here.context.db)
  await waitFor(async () => {
    const [, , one, two] = await pages()
    expect([one.isSingle, two.isSingle]).toEqual([true, true])
  })
})
