import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { urls } from '#contracts/platform/urls.ts'
import { eachScreen } from './support/screens.ts'
import { withCss } from './support/stage.ts'
import { expect, expectAccessible, test } from './support/test.ts'

/** Pages in each state, with a description. */
const PAGES: readonly (readonly [what: string, site: string, path: string])[] = [
  ['the main list', '', '/'],
  ['past events', '', '/?when=past'],
  ['a search without an answer', '', '/?q=nothing+of+the+kind'],
  ['a storefront with a light primary colour', 'brickworks', '/'],
  ['a storefront with a dark one', 'nordlys', '/'],
  ['an event with few tickets left', 'aurora', '/events/halbmond-album-release'],
  ['a sold out event', 'aurora', '/events/lua-nova-fado-machines'],
  ['an event not yet on sale', 'aurora', '/events/kollektiv-ohm-live'],
  ['a title that runs the other way', 'aurora', '/events/layl-cairo-electronics'],
  ['an event with many ticket types', 'brickworks', '/events/borough-table-food-fair'],
  ['an empty cart', 'aurora', '/cart'],
  ['a checkout without a cart', 'aurora', '/checkout'],
  ['signing in', 'aurora', '/login'],
  ['registering', 'brickworks', '/register'],
  ['a forgotten password', 'nordlys', '/forgot-password'],
  ['a reset without its link', 'aurora', '/reset-password'],
  ['an undoing without its link', 'aurora', '/undo-email-change'],
  ['keeping a second factor without its link', 'main', '/keep-second-factors'],
  ['a confirmation without its link', 'aurora', '/verify-email'],
  ['an address where nothing is', 'aurora', '/nothing-here'],
]

// One test, so that the pages share the browser's caches.
test('axe finds nothing on any page, and each fits every screen', async ({ page, foyer }) => {
  test.setTimeout(240_000)
  for (const [what, site, path] of PAGES)
    await test.step(what, () =>
      eachScreen(page, async (tab) => {
        await tab.goto(foyer.url(site, path))
        await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
      }),
    )
})

test('axe also checks frames', async ({ page, foyer }) => {
  await page.goto(foyer.url('aurora', '/cart'))
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.title = 'Preview'
    frame.srcdoc =
      '<html lang="en"><title>Preview</title><main><h1>Preview</h1><img src="/icon.png"></main></html>'
    document.querySelector('main')?.append(frame)
  })
  await expect(page.frameLocator('iframe').getByRole('heading')).toBeVisible()
  await expect(expectAccessible(page)).rejects.toThrow(/image-alt/)
})

test('visitors’ pages contain their CSS, staff’s pages link what they share', async ({ request, foyer }) => {
  const linkedBy = async (site: string, path: string): Promise<number> => {
    const { host } = new URL(foyer.url(site))
    const html = await (await request.get(foyer.url('', path), { headers: { host } })).text()
    expect(html).toContain('<style>')
    return html.match(/<link[^>]+rel="stylesheet"[^>]+href="\/_astro\//g)?.length ?? 0
  }
  for (const path of [
    urls.home(),
    urls.event('halbmond-album-release'),
    urls.cart(),
    urls.checkout(),
    urls.login(),
  ])
    expect(await linkedBy('aurora', path), path).toBe(0)
  for (const path of [consoleUrls.overview(), portalUrls.overview()])
    expect(await linkedBy('aurora', path), path).toBeGreaterThan(1)
})

test('a promoter’s large stylesheet is immutable under its versioned URL only', async ({ page, foyer }) => {
  const rules = Array.from(
    { length: 300 },
    (_, index) => `.row-${index} { letter-spacing: ${index / 100}px }`,
  )
  const link = page.locator('link[href^="/site.css"]')
  const cachingOf = (path: string) =>
    page.evaluate(async (url) => (await fetch(url)).headers.get('cache-control'), path)
  await withCss(foyer, { slug: 'brickworks', css: rules.join('\n') }, async () => {
    await expect(async () => {
      await page.goto(foyer.url('brickworks', '/'))
      expect(await link.count()).toBe(1)
    }).toPass()
    expect(await cachingOf(String(await link.getAttribute('href')))).toContain('immutable')
    expect(await cachingOf('/site.css?v=another')).toContain('must-revalidate')
  })
})
