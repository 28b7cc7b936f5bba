import { randomUUID } from 'node:crypto'
import { TRACKING_COOKIE } from '#contracts/platform/cookies.ts'
import { insertLink } from '#tests/support/links.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { putOn } from './support/stage.ts'
import { expect, test } from './support/test.ts'
import { buyAsGuest, chooseTickets, PERSONS_BROWSER } from './support/visitor.ts'

test.use({ userAgent: PERSONS_BROWSER })

async function insertAuroraLink(foyer: RunningFoyer, eventSlug?: string) {
  const { id: promoterId } = await foyer.db
    .selectFrom('promoters')
    .select('id')
    .where('slug', '=', 'aurora')
    .executeTakeFirstOrThrow()
  const event = await foyer.db
    .selectFrom('events')
    .select('id')
    .where('promoter_id', '=', promoterId)
    .where('slug', '=', eventSlug ?? '')
    .executeTakeFirst()
  const code = `e2e-${randomUUID().slice(0, 8)}`
  const id = await insertLink(foyer.db, {
    promoterId,
    memberId: null,
    code,
    ...(event ? { eventId: event.id } : {}),
    utmSource: 'poster',
  })
  return { id, code }
}

const ordersOf = async (foyer: RunningFoyer, linkId: string): Promise<string[]> =>
  (await foyer.db.selectFrom('orders').select('status').where('tracking_link_id', '=', linkId).execute()).map(
    ({ status }) => status,
  )

const countClicks = async (foyer: RunningFoyer, linkId: string): Promise<number> =>
  (await foyer.db.selectFrom('tracking_clicks').select('visitor').where('link_id', '=', linkId).execute())
    .length

test('a short link leads to its event, and the order is attributed to it although storage was cleared', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Short Link Night')
  const { id, code } = await insertAuroraLink(foyer, show.path.split('/').at(-1))
  await page.goto(foyer.url('', `/t/${code.toUpperCase()}`))
  await expect(page).toHaveURL(foyer.url('aurora', `${show.path}?ref=${code}&utm_source=poster`))
  await page.evaluate(() => window.localStorage.clear())
  await chooseTickets(page, { Entry: 1 })
  await buyAsGuest(page)
  expect(await ordersOf(foyer, id)).toEqual(['paid'])
  expect(await countClicks(foyer, id)).toBe(1)
})

test('a page from the cache keeps and reports its visit, once in a session @full', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Cached Night')
  const { id, code } = await insertAuroraLink(foyer)
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') reports.push(new URL(request.url()).pathname)
  })
  const address = foyer.url('aurora', `${show.path}?ref=${code}&utm_source=poster&utm_term=blue`)
  // The debug log contains the visit and, after the response to its click, the click.
  const expected = ['/api/tracking-debug/log', `/api/tracking-links/${code}/click`, '/api/tracking-debug/log']
  await page.goto(address)
  // Leaving sooner would leave out the last one.
  await expect.poll(() => reports).toEqual(expected)
  await page.goto(address)
  await expect
    .poll(() => page.evaluate(() => window.sessionStorage.getItem('trackedRefs')))
    .toBe(`["${code}"]`)
  expect(reports).toEqual(expected)
  const stored = await page.evaluate(() => window.localStorage.getItem('trackingData'))
  expect(JSON.parse(stored ?? '')).toEqual({
    ref: code,
    utmSource: 'poster',
    utmTerm: 'blue',
    timestamp: expect.any(Number),
  })
  await page.goto(foyer.url('aurora', `${show.path}?utm_term=other`))
  expect(await page.evaluate(() => window.localStorage.getItem('trackingData'))).toBe(stored)
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === TRACKING_COOKIE)).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  })
  expect(await countClicks(foyer, id)).toBe(1)
  // Without the cookie, the order is attributed by the page's stored data.
  await page.context().clearCookies({ name: TRACKING_COOKIE })
  await chooseTickets(page, { Entry: 1 })
  await buyAsGuest(page)
  expect(await ordersOf(foyer, id)).toEqual(['paid'])
  expect(reports.filter((path) => path.endsWith('/click'))).toHaveLength(1)
})

test('an unknown short link redirects home with a message; a QR code is a picture @full', async ({
  page,
  foyer,
}) => {
  await page.goto(foyer.url('aurora', '/t/nobody-has-this'))
  await expect(page).toHaveURL(foyer.url('aurora', '/?link=unknown'))
  await expect(page.getByText('This link doesn’t work')).toBeVisible()
  const { code } = await insertAuroraLink(foyer)
  const look = (path: string): Promise<[number, string | null]> =>
    page.evaluate(async (address) => {
      const answer = await fetch(address)
      return [answer.status, answer.headers.get('content-type')]
    }, path)
  expect(await look(`/t/${code}/qr.svg`)).toEqual([200, 'image/svg+xml'])
  expect(await look(`/t/${code}/qr.png`)).toEqual([200, 'image/png'])
  expect((await look('/t/nobody-has-this/qr.svg'))[0]).toBe(404)
})
