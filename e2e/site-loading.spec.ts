import { sql } from 'kysely'
import { expect, test, type Page } from 'playwright/test'
import { openDemo } from './support/foyer.ts'
import { startNode } from './support/nodes.ts'
import { expectAccessible } from './support/test.ts'

const HOST = 'aurora.localhost'

/** Starts a node while a lock prevents it from reading the hosts. */
async function startBlind() {
  const { address, db, drop } = await openDemo()
  const transaction = await db.startTransaction().execute()
  await sql`lock table hosts in access exclusive mode`.execute(transaction)
  let isHeld = true
  const unlock = async (): Promise<void> => {
    if (isHeld) await transaction.commit().execute()
    isHeld = false
  }
  const node = await startNode(address)
  return {
    url: (path: string) => `http://${HOST}:${node.port}${path}`,
    unlock,
    stop: async () => {
      await unlock()
      await node.stop()
      await drop()
    },
  }
}

const primaryOf = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary'))

test('a page whose site can’t be told yet waits for it, then opens by itself in the site’s look @full', async ({
  page,
}) => {
  const foyer = await startBlind()
  try {
    const opened = await page.goto(foyer.url('/?when=past'))
    expect(opened?.status()).toBe(503)
    await expect(page.getByRole('heading', { name: 'Loading site...' })).toBeVisible()
    await expect(page.getByText('Please wait while we prepare the site for you.')).toBeVisible()
    await expectAccessible(page)

    await expect(page.getByRole('heading', { name: 'This is taking longer than expected' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Event Ticketing' })).toBeVisible()
    expect(await primaryOf(page)).toBe('#4338ca')
    await expectAccessible(page)
    await page.evaluate(() => {
      const detail = { type: 'default', title: 'Heard meanwhile', message: '' }
      window.dispatchEvent(new CustomEvent('app:toast', { detail }))
    })
    await expect(page.locator('.toast')).toBeInViewport({ ratio: 1 })

    await foyer.unlock()
    await expect(page.getByRole('heading', { name: 'Past events' })).toBeVisible({ timeout: 20_000 })
    expect(page.url()).toBe(foyer.url('/?when=past'))
    await expect(page.getByRole('banner').getByRole('link', { name: 'Aurora' })).toBeVisible()
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name }) => name).toSorted()).toEqual([
      'x-custom-domain',
      'x-custom-domain-settings',
      'x-custom-domain-user-id',
    ])
  } finally {
    await foyer.stop()
  }
})

test('without JavaScript, the loading page reloads itself @full', async ({ browser }) => {
  const foyer = await startBlind()
  const page = await browser.newPage({ javaScriptEnabled: false })
  try {
    await page.goto(foyer.url('/'))
    await expect(page.getByRole('heading', { name: 'Loading site...' })).toBeVisible()
    await foyer.unlock()
    await expect(page.getByRole('heading', { level: 1, name: /Aurora/ })).toBeVisible({ timeout: 20_000 })
  } finally {
    await page.close()
    await foyer.stop()
  }
})

test('a storefront’s page leaves its cookies once, and the main site none @full', async ({ page }) => {
  const { address, drop } = await openDemo()
  const node = await startNode(address)
  try {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('force-settings')) asked.push(request.url())
    })
    await page.goto(`http://localhost:${node.port}/`, { waitUntil: 'networkidle' })
    expect([asked, await page.context().cookies()]).toEqual([[], []])
    await page.goto(`http://${HOST}:${node.port}/`, { waitUntil: 'networkidle' })
    // Without interaction the page loads no code.
    expect(asked).toEqual([])
    const move = async (): Promise<number> => {
      await page.mouse.move(Math.random() * 300, 100)
      return asked.length
    }
    await expect.poll(move).toBe(1)
    await page.waitForLoadState('networkidle')
    await page.goto(`http://${HOST}:${node.port}/cart`, { waitUntil: 'networkidle' })
    expect(await move()).toBe(1)
    const cookies = await page.context().cookies()
    expect(cookies.find(({ name }) => name === 'x-custom-domain')).toMatchObject({
      value: HOST,
      httpOnly: false,
      sameSite: 'Lax',
    })
  } finally {
    await node.stop()
    await drop()
  }
})
