import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { startDnsServer } from '#tests/support/dns-server.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { launchForHosts } from './support/browser.ts'
import { startFoyer } from './support/foyer.ts'
import { openPromoter } from './support/new-promoter.ts'
import { ONE_PIXEL } from './support/pictures.ts'

const NAME = 'tickets.fresh-owls.example'
const PHONE = { width: 390, height: 700 }

/** Starts a Foyer with mail server, controllable DNS and uploads. */
async function openStage() {
  const [post, dns, browser] = [await openMailServer(), await startDnsServer(), await launchForHosts()]
  const uploads = mkdtempSync(join(tmpdir(), 'foyer-uploads-'))
  const foyer = await startFoyer({
    SMTP_URL: post.url,
    MAIL_FROM: 'tickets@foyer.example',
    DNS_SERVERS: dns.address,
    STOREFRONT_TARGET: 'sites.foyer.example',
    UPLOADS_DIR: uploads,
  })
  return {
    post,
    dns,
    browser,
    foyer,
    close: async () => {
      await browser.close()
      await foyer.stop()
      await dns.close()
      await post.close()
      rmSync(uploads, { recursive: true, force: true })
    },
  }
}

test('who has just begun to sell gives their storefront a name and a look of its own', async () => {
  test.setTimeout(90_000)
  const { post, dns, browser, foyer, close } = await openStage()
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
    const page = await context.newPage()
    const called = await openPromoter(page, foyer, { post })
    await page.getByLabel('Title').fill('First Flight')
    await page.getByRole('button', { name: 'Create draft' }).click()
    await expect(page.getByRole('heading', { name: 'First Flight', level: 1 })).toBeVisible()

    await page.goto(foyer.url('', consoleUrls.site()))
    await expect(page.getByLabel('Site name')).toHaveValue(called)
    await page.getByLabel('Add a domain').fill(NAME)
    await page.getByRole('button', { name: 'Add domain' }).click()
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: NAME }) })
    await expect(card.getByText('Not verified')).toBeVisible()
    await card.getByRole('button', { name: `Verify ${NAME}` }).click()
    await expect(card.getByText('The record can’t be found yet.')).toBeVisible()
    // Copies the displayed record into the DNS.
    const record = card.getByRole('listitem').filter({ hasText: 'TXT' }).locator('code')
    const [name = '', value = ''] = await record.allInnerTexts()
    dns.set(name, { TXT: [value] })
    await card.getByRole('button', { name: `Verify ${NAME}` }).click()
    await expect(card.getByText('Verified', { exact: true })).toBeVisible()

    await page.getByLabel('Site name').fill('The Fresh Owls')
    await page.getByLabel('Upload logo').setInputFiles({ ...ONE_PIXEL, name: 'logo.png' })
    await expect(page.getByRole('button', { name: 'Remove logo' })).toBeVisible()
    await page.getByLabel('Primary colour', { exact: true }).fill('#FFD400')
    await page.getByLabel('Custom CSS').fill('h1 { letter-spacing: 3px }')
    const shown = page.frameLocator('iframe[data-shown]')
    await expect(shown.getByRole('heading', { level: 1 })).toContainText('The Fresh Owls')
    await expect(shown.getByRole('heading', { level: 1 })).toHaveCSS('letter-spacing', '3px')

    const visitor = await context.newPage()
    await visitor.setViewportSize(PHONE)
    const address = `http://${NAME}:${foyer.port}/`
    await expect(async () => {
      await visitor.goto(address)
      await expect(visitor).toHaveTitle(new RegExp(called), { timeout: 500 })
    }, 'its name leads there, and nothing of the look is live').toPass()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Live on your site')).toBeVisible()
    await expect(async () => {
      await visitor.reload()
      await expect(visitor).toHaveTitle(/The Fresh Owls/, { timeout: 500 })
    }).toPass()
    const heading = visitor.getByRole('heading', { level: 1 })
    await expect(heading).toContainText('The Fresh Owls')
    await expect(heading).toHaveCSS('letter-spacing', '3px')
    await expect(visitor.getByRole('banner').getByRole('img')).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Search' })).toHaveCSS(
      'background-color',
      'rgb(255, 212, 0)',
    )
    await expect(visitor.getByText('First Flight'), 'a draft is nobody’s').toHaveCount(0)
  } finally {
    await close()
  }
})
