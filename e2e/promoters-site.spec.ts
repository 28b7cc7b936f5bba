import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { insertEvent, insertPromoter } from '#tests/support/factories.ts'
import { startDnsServer } from '#tests/support/dns-server.ts'
import { insertMember } from '#tests/support/people.ts'
import { askNode, askSecurely, NO_CERTIFICATE } from './support/ask-hosts.ts'
import { launchForHosts } from './support/browser.ts'
import { expectScreen } from './support/console.ts'
import { hasCaddy, startCaddy } from './support/caddy.ts'
import { openDemo } from './support/foyer.ts'
import { PASSWORD } from './support/members.ts'
import { startNode } from './support/nodes.ts'
import { ONE_PIXEL } from './support/pictures.ts'

const NAME = 'tickets.lantern-nights.example'
const OTHER = 'other.lantern-nights.example'
const TARGET = 'sites.foyer.example'
const CSS = 'h1 { letter-spacing: 3px }\n.list-hero { background: #123456 }\n.event-buy { display: none }'
const EMAIL = 'owner@lantern.example'
const PHONE = { width: 390, height: 700 }

test.setTimeout(120_000)

/** Starts two nodes with a common database, a proxy and a controllable DNS. */
async function openStage() {
  const { address, db, drop } = await openDemo()
  const dns = await startDnsServer()
  const uploads = mkdtempSync(join(tmpdir(), 'foyer-uploads-'))
  const settings = {
    TRUSTED_PROXIES: '127.0.0.1',
    DNS_SERVERS: dns.address,
    STOREFRONT_TARGET: TARGET,
    UPLOADS_DIR: uploads,
  }
  const nodes = [await startNode(address, { settings }), await startNode(address, { settings })] as const
  const caddy = await startCaddy(nodes.map((node) => node.origin.replace('http://', '')))
  const browser = await launchForHosts()
  return {
    db,
    dns,
    nodes,
    caddy,
    browser,
    close: async () => {
      await browser.close()
      await caddy.stop()
      for (const node of nodes) await node.stop()
      await dns.close()
      await drop()
      rmSync(uploads, { recursive: true, force: true })
    },
  }
}

type Stage = Awaited<ReturnType<typeof openStage>>

/** Registers an account that owns a new promoter with one event. */
async function becomeOwner(page: Page, { db, nodes }: Stage): Promise<void> {
  await page.goto(`${nodes[0].origin}/register`)
  await page.getByLabel('First name').fill('Mira')
  await page.getByLabel('Last name').fill('Lindqvist')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Now check your email.')).toBeVisible()
  const promoterId = await insertPromoter(db, 'Lantern')
  const startsAt = new Date(Date.now() + 20 * 86_400_000)
  await insertEvent(db, { promoterId, startsAt, slug: 'lantern-night', title: 'Lantern Night' })
  const { id: accountId } = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', EMAIL)
    .executeTakeFirstOrThrow()
  await insertMember(db, { promoterId, accountId, role: 'owner' })
}

/** Computed styles that depend on the promoter's settings, and the page's text. */
const lookOf = (page: Page | Frame) =>
  page.evaluate(() => {
    const styleOf = (selector: string, property: string): string => {
      const element = document.querySelector(selector)
      return element ? getComputedStyle(element).getPropertyValue(property) : 'missing'
    }
    return {
      title: document.title,
      icon: document.querySelector('link[rel="icon"]')?.getAttribute('href'),
      header: document.querySelector('.site-header')?.innerHTML.replaceAll(/ data-v[^ >]*/g, ''),
      main: document.querySelector('main')?.innerHTML,
      ground: styleOf('html', 'background-color'),
      spacing: styleOf('h1', 'letter-spacing'),
      hero: styleOf('.list-hero', 'background-color'),
      heroText: styleOf('.list-hero', 'color'),
      button: styleOf('.event-search .button', 'background-color'),
      buttonText: styleOf('.event-search .button', 'color'),
      when: styleOf('.event-card-when', 'color'),
      heading: styleOf('h1', 'width'),
    }
  })

const previewIn = async (page: Page): Promise<Frame> => {
  const frame = await (await page.waitForSelector('iframe[data-shown]')).contentFrame()
  if (!frame) throw new Error('The preview has no page.')
  return frame
}

test('a promoter’s domain is verified and deleted, and branding is previewed before it is saved', async () => {
  test.skip(!hasCaddy, 'Caddy is not installed here, so nothing answers under a promoter’s own name.')
  const stage = await openStage()
  const { dns, nodes, caddy, browser } = stage
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      ignoreHTTPSErrors: true,
    })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    await becomeOwner(page, stage)
    await page.goto(`${nodes[0].origin}/account`)
    await page.getByRole('link', { name: 'Promoter console' }).click()
    await expectScreen(page)
    await page.getByRole('link', { name: 'Your site' }).click()

    await expect(page.getByText('You don’t have a custom domain yet.')).toBeVisible()
    await page.getByLabel('Add a domain').fill('*.lantern-nights.example')
    await page.getByRole('button', { name: 'Add domain' }).click()
    await expect(page.getByText('Wildcards aren’t supported.').first()).toBeVisible()
    await expect(page.getByLabel('Add a domain'), 'what was typed stays').toHaveValue(
      '*.lantern-nights.example',
    )
    await page.getByLabel('Add a domain').fill(NAME)
    await page.getByRole('button', { name: 'Add domain' }).click()
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: NAME }) })
    await expect(card.getByText('Not verified')).toBeVisible()

    await card.getByRole('button', { name: `Verify ${NAME}` }).click()
    await expect(card.getByText('The record can’t be found yet.')).toBeVisible()
    await card.getByRole('button', { name: `Check ${NAME}` }).click()
    await expect(card.getByText('Missing')).toHaveCount(2)
    await expect(card.getByText(`There is no TXT record at _foyer.${NAME} yet.`)).toBeVisible()
    // Copies the displayed record into the DNS.
    const copied = async (what: string): Promise<string> => {
      await card.getByRole('button', { name: `Copy ${what}` }).click()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    dns.set(await copied('name of the TXT record'), { TXT: [await copied('value of the TXT record')] })
    dns.set(await copied('name of the CNAME record'), { CNAME: await copied('value of the CNAME record') })
    await card.getByRole('button', { name: `Check ${NAME}` }).click()
    await expect(card.getByText('Found')).toHaveCount(2)
    await card.getByRole('button', { name: `Verify ${NAME}` }).click()
    await expect(card.getByText('Verified', { exact: true })).toBeVisible()
    await expect(card.getByText('Main domain', { exact: true })).toBeVisible()

    await page.getByLabel('Site name').fill('Lantern Nights')
    await page.getByLabel('Upload logo').setInputFiles({ ...ONE_PIXEL, name: 'logo.png' })
    await expect(page.getByRole('button', { name: 'Remove logo' })).toBeVisible()
    await page.getByLabel('Primary colour', { exact: true }).fill('#FFD400')
    await page.getByLabel('Secondary colour', { exact: true }).fill('#0b3d2e')
    await expect(page.getByText('Dark text on it, 12.8 : 1')).toBeVisible()
    await page.getByLabel('Custom CSS').fill(CSS)
    await expect(page.getByText('1 part isn’t applied:')).toBeVisible()
    await page.getByRole('button', { name: 'Line 3' }).click()
    const selected = await page
      .getByLabel('Custom CSS')
      .evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd))
    expect(selected).toBe('.event-buy { display: none }')

    const shown = page.frameLocator('iframe[data-shown]')
    await expect(shown.locator('.list-hero')).toHaveCSS('background-color', 'rgb(18, 52, 86)')
    await expect(shown.getByText('Lantern Night', { exact: true })).toBeVisible()
    const draft = await lookOf(await previewIn(page))
    for (const node of nodes)
      expect((await askNode(node.port, NAME)).text, 'nothing of it is live').not.toContain('Lantern Nights')

    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Live on your site')).toBeVisible()
    await expect(page.getByRole('link', { name: `See it at ${NAME}` })).toBeVisible()

    const visitor = await context.newPage()
    await visitor.setViewportSize(PHONE)
    await expect
      .poll(
        () =>
          askSecurely(caddy, NAME).then(
            ({ text }) => text,
            () => '',
          ),
        { timeout: 10_000 },
      )
      .toContain('Lantern Nights')
    await visitor.goto(`https://${NAME}:${caddy.httpsPort}/`)
    expect(await lookOf(visitor), 'what was shown is what is served').toEqual(draft)
    await expect(askSecurely(caddy, OTHER), 'nobody’s name').rejects.toThrow(NO_CERTIFICATE)
    for (const node of nodes)
      expect((await askNode(node.port, 'aurora.localhost')).text, 'another’s site').not.toContain('Lantern')

    await card.getByRole('button', { name: `Delete ${NAME}` }).click()
    const dialog = page.getByRole('dialog', { name: `Delete ${NAME}?` })
    await expect(dialog.getByText('and so do links and QR codes with it')).toBeVisible()
    const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await dialog.getByRole('button', { name: 'Delete domain' }).click()
    expect((await answered).status()).toBe(200)
    for (const node of nodes)
      await expect
        .poll(async () => (await askNode(node.port, NAME)).text.includes('Lantern'), { intervals: [20] })
        .toBe(false)
    await expect(page.getByText('You don’t have a custom domain yet.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Domains' }), 'focus has a place to be').toBeFocused()
  } finally {
    await stage.close()
  }
})
