import type { Browser, Page } from 'playwright/test'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { openEmpty, urlOf } from './support/foyer.ts'
import { addPasskey, createAccount } from './support/operators.ts'
import { eachScreen, expectEveryScreen } from './support/screens.ts'
import { startAsOperator, type Started } from './support/started.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { chooseTickets } from './support/visitor.ts'

let running: Started | undefined
// Also after a failed test.
test.afterEach(() => void running?.child.kill('SIGTERM'))

/** A production install with an operator, and a visitor who has a verified account. */
async function openStage(page: Page, browser: Browser) {
  const { address, db, drop } = await openEmpty()
  const foyer = (running = await startAsOperator({
    NODE_ENV: 'production',
    FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    DATABASE_URL: urlOf(address),
  }))
  const origin = `http://localhost:${foyer.port}`
  const [link = ''] = /http:\/\/localhost:\d+\/operator\/join#[\w-]{43}/.exec(foyer.said()) ?? []
  await page.goto(link)
  await createAccount(page, { firstName: 'Ines', email: 'ines@example.com' })
  const become = page.getByRole('button', { name: 'Become the operator' })
  await become.click()
  await addPasskey(page)
  await become.click()
  await expect(page.getByRole('heading', { name: 'Promoters', level: 1 })).toBeVisible()
  const owner = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  return { db, drop, foyer, origin, owner, storefront: `http://night-owls.localhost:${foyer.port}` }
}

const DAY_MS = 86_400_000

test('a promoter asks to join, is approved, sells, is suspended in the middle of a sale, and is reinstated @full', async ({
  page,
  browser,
}) => {
  test.setTimeout(480_000)
  const { db, drop, foyer, origin, owner, storefront } = await openStage(page, browser)

  await test.step('the review is announced before the form', async () => {
    await owner.goto(`${origin}/sell`)
    await expect(owner.getByText('We review new organisers before they can sell.').first()).toBeVisible()
    await owner.getByRole('link', { name: 'Open your storefront' }).first().click()
    await owner.getByRole('link', { name: 'Create an account' }).click()
    await createAccount(owner, { firstName: 'Ada', email: 'ada@example.com' })
    await owner.getByRole('link', { name: 'Continue' }).click()
    await expect(owner.getByText('Verify your email address first')).toBeVisible()
    await db
      .updateTable('accounts')
      .set({ email_verified_at: new Date() })
      .where('email', '=', 'ada@example.com')
      .execute()
    await owner.reload()
    await expect(owner.getByText('We review new organisers', { exact: true })).toBeVisible()
    await owner.getByLabel('Organiser name').fill('Night Owls')
    await owner.getByLabel('Country').selectOption('Germany')
    await expectEveryScreen(owner)
    await owner.getByRole('button', { name: 'Ask to join' }).click()
  })

  await test.step('it prepares an event, and can’t publish it', async () => {
    await expect(owner.getByText('Night Owls is being reviewed')).toBeVisible()
    await owner.getByLabel('Title').fill('First Flight')
    await owner.getByRole('button', { name: 'Create draft' }).click()
    await expect(owner.getByRole('heading', { name: 'First Flight', level: 1 })).toBeVisible()
    const { id: promoterId } = await db.selectFrom('promoters').select('id').executeTakeFirstOrThrow()
    const { id: eventId } = await db.selectFrom('events').select('id').executeTakeFirstOrThrow()
    await db
      .updateTable('events')
      .set({
        venue_name: 'Owl House',
        city: 'Berlin',
        country: 'Germany',
        summary: 'A night flight.',
        starts_at: new Date(Date.now() + 30 * DAY_MS),
        ends_at: new Date(Date.now() + 30.2 * DAY_MS),
        doors_at: null,
      })
      .execute()
    await insertTicketType(db, { promoterId, eventId, name: 'Standing', priceCents: 2000 })
    await owner.reload()
    await owner.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(owner.getByText('Your account as an organiser is being reviewed.')).toBeVisible()
    const visitor = await owner.context().newPage()
    expect((await visitor.goto(storefront))?.status()).toBe(403)
    await expect(visitor.getByRole('heading', { name: 'This shop isn’t open yet' })).toBeVisible()
    await visitor.close()
    await expectEveryScreen(owner)
  })

  await test.step('an operator approves it', async () => {
    await page.getByRole('link', { name: 'Registration' }).click()
    await expect(page.getByRole('table', { name: 'Requests' }).getByRole('rowheader')).toHaveText([
      'Night Owls',
    ])
    await expectEveryScreen(page)
    await page.getByRole('link', { name: 'Review Night Owls' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Message to the owners').fill('Welcome to the house.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(page.locator('.promoter-head .badge')).toHaveText('Active')
  })

  await test.step('it publishes and sells', async () => {
    await owner.reload()
    await expect(owner.getByText('Night Owls is being reviewed')).toHaveCount(0)
    await owner.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(owner.getByText('Published', { exact: true }).first()).toBeVisible()
  })

  const buyer = await (await browser.newContext()).newPage()
  await test.step('a buyer has tickets in the cart', async () => {
    await expect(async () => {
      await buyer.goto(storefront)
      await expect(buyer.getByRole('link', { name: 'First Flight' }).first()).toBeVisible({ timeout: 1000 })
    }).toPass()
    await buyer.getByRole('link', { name: 'First Flight' }).first().click()
    await chooseTickets(buyer, { Standing: 1 })
  })

  await test.step('the operator suspends it in the middle of the sale', async () => {
    await page.getByRole('button', { name: 'Suspend' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await expect(dialog.getByText('Enter a reason.').first()).toBeVisible()
    await dialog
      .getByRole('textbox', { name: 'Reason' })
      .fill('Buyers report that the venue knows nothing of this event.')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await expect(page.locator('.promoter-head .badge')).toHaveText('Suspended')
    await page.getByLabel('New note').fill('Called the venue.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByText('Called the venue.')).toBeVisible()
    await expectEveryScreen(page)
  })

  await test.step('the shop is closed, and nothing was charged', async () => {
    await expect(async () => {
      await buyer.goto(`${storefront}/checkout`)
      await expect(buyer.getByRole('heading', { name: 'This shop is closed for now' })).toBeVisible({
        timeout: 1000,
      })
    }).toPass()
    for (const path of ['/', '/events/first-flight', '/cart']) {
      expect([path, (await buyer.goto(storefront + path))?.status()]).toEqual([path, 403])
      await expect(buyer.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    }
    const sitemap = await buyer.evaluate(async () => (await fetch('/sitemap.xml')).text())
    expect(sitemap).toContain('urlset')
    expect(sitemap).not.toContain('<loc>')
    await expectEveryScreen(buyer)
    await buyer.goto(origin)
    await expect(buyer.getByText('First Flight')).toHaveCount(0)
    expect(await db.selectFrom('payments').select('order_id').execute()).toEqual([])
    await owner.goto(`${origin}/promoter`)
    await expect(owner.getByText('Night Owls is suspended')).toBeVisible()
    await expect(owner.getByText('Buyers report that the venue')).toBeVisible()
    await expectEveryScreen(owner)
  })

  await test.step('an operator acts for it, and its log says so', async () => {
    await page
      .getByRole('region', { name: 'Act for this promoter' })
      .getByRole('textbox', { name: 'Reason' })
      .fill('Correct the venue')
    await page.getByRole('button', { name: 'Start acting' }).click()
    await expect(page.getByText('You’re acting for Night Owls')).toBeVisible()
    await expectEveryScreen(page)
    await page.getByRole('button', { name: 'Stop acting' }).click()
    await expect(page.getByRole('heading', { name: 'Night Owls', level: 1 })).toBeVisible()
    await owner.goto(`${origin}/promoter/audit-log`)
    await expect(owner.getByText('Ines Moreau for the platform: Correct the venue').first()).toBeVisible()
  })

  await test.step('it is reinstated and sells again', async () => {
    await page.getByRole('button', { name: 'Reinstate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click()
    await expect(page.locator('.promoter-head .badge')).toHaveText('Active')
    await expect(async () => {
      await buyer.goto(storefront)
      await expect(buyer.getByRole('link', { name: 'First Flight' }).first()).toBeVisible({ timeout: 1000 })
    }).toPass()
    await page.getByRole('link', { name: 'Audit log' }).first().click()
    await expect(page.getByText('Ines Moreau reinstated Night Owls.')).toBeVisible()
    await expect(page.getByText(/Ines Moreau suspended Night Owls: “Buyers report/)).toBeVisible()
    await expectEveryScreen(page)
    await eachScreen(page, async (each) => {
      await each.goto(`${origin}/operator`)
      await expect(each.getByRole('table', { name: 'Promoters' }).getByRole('rowheader')).toHaveCount(1)
    })
  })

  foyer.child.kill('SIGTERM')
  expect(await foyer.ended).toBe(0)
  await drop()
})

test('a closed install says so before the form, and a single promoter hides all of it @full', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const { drop, foyer, origin, owner } = await openStage(page, browser)
  await page.goto(`${origin}/operator/registration`)
  await page.getByRole('radio', { name: /^By invitation/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill('partner@example.com')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('rowheader', { name: 'partner@example.com' })).toBeVisible()
  await expectEveryScreen(page)
  await owner.goto(`${origin}/promoter/start`)
  await expect(owner.getByText('New organisers join by invitation')).toBeVisible()
  await expectEveryScreen(owner)

  await page.getByRole('radio', { name: /^Closed/ }).check()
  // The message of the first save can still be on the screen.
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await saved).status()).toBe(200)
  await owner.goto(`${origin}/promoter/start`)
  await expect(owner.getByText('New organisers can’t join at the moment')).toBeVisible()
  await expect(async () => {
    await owner.goto(`${origin}/sell`)
    await expect(owner.getByText('New organisers can’t join at the moment.').first()).toBeVisible({
      timeout: 1000,
    })
  }).toPass()
  await expectEveryScreen(owner)

  await page.getByLabel('This installation has a single promoter').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Invitations' })).toHaveCount(0)
  await expect(async () => {
    await owner.goto(origin)
    await expect(owner.getByRole('link', { name: 'Sell tickets' })).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  expect((await owner.goto(`${origin}/sell`))?.status()).toBe(404)
  foyer.child.kill('SIGTERM')
  expect(await foyer.ended).toBe(0)
  await drop()
})
