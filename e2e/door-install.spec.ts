import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { expect, test } from './support/test.ts'

interface Manifest {
  name: string
  short_name: string
  id: string
  start_url: string
  scope: string
  display: string
  theme_color: string
  background_color: string
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
}

/** Fetches through the browser, which knows the names of sites. */
async function read(page: Page, path: string): Promise<{ type: string | null; body: Buffer }> {
  const { type, bytes } = await page.evaluate(async (address) => {
    const answer = await fetch(address)
    return {
      type: answer.headers.get('content-type'),
      bytes: [...new Uint8Array(await answer.arrayBuffer())],
    }
  }, path)
  return { type, body: Buffer.from(bytes) }
}

test('the door has a manifest from which phones install it', async ({ page, foyer }) => {
  await page.goto(foyer.url('aurora', '/account/staff/door'))
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const { type: mediaType, body } = await read(page, href ?? '')
  expect(mediaType).toBe('application/manifest+json')
  const manifest: Manifest = JSON.parse(body.toString())
  expect(manifest.name).not.toBe('')
  expect(manifest.short_name.length, 'fits below an icon').toBeLessThanOrEqual(12)
  expect(manifest.start_url.startsWith(manifest.scope)).toBe(true)
  expect(manifest.id).toBe(manifest.start_url)
  expect(manifest.display).toBe('standalone')
  expect(await page.locator('meta[name=theme-color]').getAttribute('content')).toBe(manifest.theme_color)
  expect(manifest.background_color).toMatch(/^#[0-9a-f]{6}$/)
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png')
  expect(pictures.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  const touchIcon = (await page.locator('link[rel=apple-touch-icon]').getAttribute('href')) ?? ''
  for (const { src, sizes, purpose } of [
    ...pictures,
    { src: touchIcon, sizes: '180x180', purpose: 'maskable' },
  ]) {
    const file = await read(page, src)
    expect(file.type, src).toBe('image/png')
    const { width, height, hasAlpha } = await sharp(file.body).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
    // Phones show a transparent icon on their own background.
    if (purpose === 'maskable') expect(hasAlpha, src).toBe(false)
  }
})

test('an installed door opens without a network, with its icons @full', async ({ page, context, foyer }) => {
  await page.goto(foyer.url('aurora', '/account/staff/door'))
  await expect
    .poll(() =>
      page.evaluate(async () => (await (await caches.open('foyer-door')).match('/account/staff/door'))?.ok),
    )
    .toBe(true)
  const devtools = await context.newCDPSession(page)
  const { errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // The test's browser has a profile that is deleted, which forbids installing.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  await context.setOffline(true)
  const opened = await page.goto(foyer.url('aurora', '/account/staff/door'))
  expect(opened?.status()).toBe(200)
  expect(opened?.fromServiceWorker()).toBe(true)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const icons = ['/favicon.svg', '/door/icon-192.png', '/door/icon-512.png', '/door/apple-touch-icon.png']
  const widths = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (src) => {
          const picture = new Image()
          picture.src = src
          await picture.decode()
          return picture.naturalWidth
        }),
      ),
    icons,
  )
  expect(widths.every((width) => width > 0)).toBe(true)
})
