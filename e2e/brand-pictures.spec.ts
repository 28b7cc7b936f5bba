import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { plain } from '#tests/support/picture-files.ts'
import { startFoyer, type RunningFoyer } from './support/foyer.ts'
import { expect, test } from './support/test.ts'

let foyer: RunningFoyer
let folder: string
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-uploads-'))
  foyer = await startFoyer({ UPLOADS_DIR: folder })
})
test.afterAll(async () => {
  await foyer.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a promoter uploads a logo and an icon, and the storefront wears them', async ({ page, request }) => {
  // Only browsers reliably resolve names below localhost.
  const ask = (
    method: string,
    path: string,
    asking: { data?: unknown; token?: string; site?: string } = {},
  ) => {
    const { data, token, site = 'aurora' } = asking
    const headers = {
      host: `${site}.localhost:${foyer.port}`,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    }
    return request.fetch(`http://127.0.0.1:${foyer.port}${path}`, { method, headers, data })
  }
  const credentials = { email: 'owner@aurora.example', password: DEMO_PASSWORD }
  const login = await ask('POST', '/api/auth/customer/login', { data: credentials })
  const token: string = (await login.json()).data.accessToken

  const upload = async (kind: string, data: Buffer): Promise<string> => {
    const answer = await ask('POST', `/api/domains/look/pictures/${kind}`, { token, data })
    expect(answer.status()).toBe(201)
    return (await answer.json()).data.url
  }
  const wide = { width: 1200, height: 300 }
  const logoUrl = await upload('logo', await plain('#c0ffee', wide).jpeg().toBuffer())
  const faviconUrl = await upload('favicon', await plain('#c0ffee').png().toBuffer())
  const claim = await ask('POST', '/api/domains', { token, data: { domain: 'shows.example.com' } })
  const { id } = (await claim.json()).data.domain
  const settings = { siteName: 'Aurora by night', logoUrl, faviconUrl }
  const saved = await ask('PUT', `/api/domains/${id}/settings`, { token, data: { settings } })
  expect(saved.status()).toBe(200)

  // Waits until the node has received the notification and renders the page again.
  await expect.poll(async () => (await ask('GET', '/')).text()).toContain('Aurora by night')
  await page.goto(foyer.url('aurora'))
  const logo = page.getByRole('banner').getByRole('img', { name: 'Aurora by night' })
  await expect(logo).toBeVisible()
  // The image has loaded: its natural size is known, and the security policy allowed it.
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
  expect((await logo.boundingBox())?.height).toBeLessThanOrEqual(80)
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', faviconUrl)
  await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveAttribute('href', faviconUrl)
  const manifest = await (await ask('GET', '/manifest.webmanifest')).json()
  expect(manifest.icons).toEqual([{ src: faviconUrl, sizes: '180x180', type: 'image/png' }])
  const icon = await ask('GET', faviconUrl)
  expect(icon.headers()).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })

  // Promoters without an upload have the default icons.
  const other = await (await ask('GET', '/manifest.webmanifest', { site: 'nordlys' })).json()
  expect(other.icons).toEqual([{ src: '/demo/logos/nordlys-icon.svg', sizes: 'any', type: 'image/svg+xml' }])
})
