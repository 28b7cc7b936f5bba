import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { APIRequestContext } from 'playwright/test'
import type { Database } from '#server/platform/db/tables.ts'
import { IS_FULL } from '#tests/support/sample.ts'
import { expect, test } from './support/test.ts'

const SITES = ['aurora', 'brickworks', 'nordlys'] as const

/** Start pages of the crawl, and files for machines. */
const STARTS = [
  '/',
  '/?when=past',
  '/cart',
  '/checkout',
  '/promoter/site',
  '/robots.txt',
  '/sitemap.xml',
  '/manifest.webmanifest',
  '/nothing-here',
  '/api/public/events',
  '/api/public/events?when=past',
  '/api/public/fee-configurations/default',
]

interface Seen {
  path: string
  type: string
  body: Buffer
}

/** Requests of a crawl at a time: most of a request's time is waiting. */
const AT_ONCE = 8

/** Follows all links in a site's responses. */
async function crawl(request: APIRequestContext, origin: string, starts: readonly string[]): Promise<Seen[]> {
  const { host, port } = new URL(origin)
  const load = async (path: string): Promise<Seen> => {
    const answer = await request.get(`http://127.0.0.1:${port}${path}`, {
      headers: { host },
      maxRedirects: 0,
    })
    return { path, type: answer.headers()['content-type'] ?? '', body: await answer.body() }
  }
  const seen: Seen[] = []
  const found = new Set(starts)
  while (found.size > seen.length) {
    const batch = [...found].slice(seen.length, seen.length + AT_ONCE)
    for (const each of await Promise.all(batch.map(load))) {
      seen.push(each)
      if (!/html|xml|json|text\/plain/.test(each.type)) continue
      for (const path of addressesIn(each.body.toString(), origin)) found.add(path)
    }
  }
  return seen
}

function addressesIn(text: string, origin: string): string[] {
  const named = [
    ...text.matchAll(/(?:href|src|content)="([^"]+)"|<loc>([^<]+)<\/loc>|"(\/[\w/.-]+\.(?:png|svg|webp))"/g),
  ]
  const paths = named.flatMap(([, attribute, location, quoted]) => {
    const address = (attribute ?? location ?? quoted ?? '').replaceAll('&amp;', '&').replaceAll('&#38;', '&')
    return address.startsWith('/') && !address.startsWith('//')
      ? [address]
      : address.startsWith(`${origin}/`)
        ? [address.slice(origin.length)]
        : []
  })
  const ids = [...text.matchAll(/"id":"([\da-f-]{36})"/g)].flatMap(([, id]) => [
    `/api/public/events/${id}`,
    `/api/public/events/${id}/tickets`,
    `/api/fee-configuration-for-event?eventId=${id}`,
  ])
  return [...paths, ...ids].filter((path) => !path.startsWith('/_astro/'))
}

/** Data that identify a promoter: names, URLs, colours and ids. */
async function marksOf(db: Kysely<Database>, slug: string): Promise<string[]> {
  const { rows } = await sql<{ mark: string }>`
    with p as (select id, name from promoters where slug = ${slug})
    select name as mark from p union select id::text from p
    union select unnest(array[site_name, logo_url, favicon_url, primary_color, secondary_color]) from sites join p on p.id = promoter_id
    union select host from hosts join p on p.id = promoter_id
    union select unnest(array[e.id::text, e.slug, e.title]) from events e join p on p.id = e.promoter_id
    union select t.id::text from ticket_types t join p on p.id = t.promoter_id
    union select c.code from promo_codes c join p on p.id = c.promoter_id`.execute(db)
  return rows.map((row) => row.mark).filter((mark) => mark.length > 3)
}

test('no answer of one site holds a byte of another', async ({ request, foyer }) => {
  test.setTimeout(240_000)
  const marks = new Map(
    await Promise.all(SITES.map(async (site) => [site, await marksOf(foyer.db, site)] as const)),
  )
  // Other promoters' events are requested as well, by slug and by id.
  const events = await foyer.db.selectFrom('events').select(['id', 'slug']).execute()
  const everyEvent = events.flatMap(({ id, slug }) => [id, slug])
  expect(everyEvent.length).toBeGreaterThan(40)
  for (const site of IS_FULL ? SITES : SITES.slice(0, 1)) {
    const own = marks.get(site) ?? []
    const origin = foyer.url(site, '')
    const seen = await crawl(request, origin, [
      ...STARTS,
      ...everyEvent.flatMap((mark) => [`/events/${mark}`, `/api/public/events/${mark}`]),
    ])
    expect(
      seen.filter((each) => each.type.startsWith('image/png')).length,
      'pictures to share',
    ).toBeGreaterThan(5)
    const foreign = SITES.filter((other) => other !== site).flatMap((other) => marks.get(other) ?? [])
    const strangers = foreign.filter((mark) => !own.includes(mark))
    expect(strangers.length).toBeGreaterThan(50)
    const found = seen.flatMap(({ path, body }) => {
      const text = body.toString('latin1')
      return strangers
        .filter((mark) => !path.includes(mark) && text.includes(Buffer.from(mark).toString('latin1')))
        .map((mark) => `${path}: ${mark}`)
    })
    expect(found).toEqual([])
  }
})

test('checkout, cart and paid orders never load a promoter’s CSS; the storefront does', async ({
  page,
  foyer,
}) => {
  /** The promoter's rules are in a layer of their own. */
  const hasOwnRules = async (path: string): Promise<boolean> => {
    await page.goto(foyer.url('aurora', path))
    return page.evaluate(() =>
      [...document.styleSheets].some(({ cssRules }) =>
        [...cssRules].some((rule) => rule instanceof CSSLayerBlockRule && rule.name === 'tenant'),
      ),
    )
  }
  expect(await hasOwnRules('/')).toBe(true)
  expect(await hasOwnRules('/cart')).toBe(false)
  expect(await hasOwnRules('/checkout')).toBe(false)
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o join promoters p on p.id = o.promoter_id
    where p.slug = 'aurora' and o.status = 'paid' limit 1`.execute(foyer.db)
  expect(await hasOwnRules(`/orders/${rows[0]?.id}`)).toBe(false)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('buttons and fields have the storefront’s corners in the cart, at sign-in and in orders', async ({
  page,
  foyer,
}) => {
  const radiusOn = async (path: string, selector: string): Promise<string> => {
    await page.goto(foyer.url('aurora', path))
    return page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).borderRadius)
  }
  // An order of vouchers has no buttons.
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o join promoters p on p.id = o.promoter_id
    join tickets t on t.order_id = o.id and t.status = 'valid' join events e on e.id = t.event_id and e.starts_at > now()
    where p.slug = 'aurora' and o.status = 'paid' order by o.created_at limit 1`.execute(foyer.db)
  expect(await radiusOn('/', '.event-search .button')).toBe('99px')
  for (const path of ['/cart', '/login', `/orders/${rows[0]?.id}`])
    expect(await radiusOn(path, 'main .button'), path).toBe('99px')
  expect(await radiusOn('/login', 'main .input')).toBe('22px')
})

test('a promoter’s CSS reaches its own headings, and nothing that sells', async ({ page, foyer }) => {
  await sql`
    update sites set custom_css = ${'* { letter-spacing: 9px; color: rgb(255, 0, 0); text-transform: uppercase } h1 { color: rgb(0, 128, 0) } main { background: rgb(0, 0, 0); font-size: 40px }'}
    where promoter_id = (select id from promoters where slug = 'nordlys')`.execute(foyer.db)
  const { rows } = await sql<{ slug: string }>`
    select e.slug from events e join promoters p on p.id = e.promoter_id
    where p.slug = 'nordlys' and e.status = 'published' and e.ends_at > now() order by e.starts_at limit 1`.execute(
    foyer.db,
  )
  const styleOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { color, letterSpacing, textTransform, fontSize } = getComputedStyle(element)
        return { color, letterSpacing, textTransform, fontSize }
      })
  await expect(async () => {
    await page.goto(foyer.url('nordlys', `/events/${rows[0]?.slug}`))
    expect((await styleOf('h1')).color).toBe('rgb(0, 128, 0)')
  }).toPass()
  for (const guarded of ['.event-buy', '.event-buy button', 'cart-badge a', '.event-price', 'ticket-form']) {
    const style = await styleOf(guarded)
    expect(style.color, guarded).not.toBe('rgb(255, 0, 0)')
    expect(style.textTransform, guarded).toBe('none')
    expect(style.letterSpacing, guarded).not.toBe('9px')
    expect(style.fontSize, guarded).not.toBe('40px')
  }
})
