import type { Page } from 'playwright'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { insertEvent, insertPromoter } from '#tests/support/factories.ts'
import { insertMember } from '#tests/support/people.ts'
import { askNode } from './support/ask-hosts.ts'
import { OWNER } from './support/console.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { tabTo } from './support/keyboard.ts'
import { signIn } from './support/members.ts'
import { eachScreen } from './support/screens.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const CONSOLE = '/promoter/site'

async function openConsole(
  page: Page,
  foyer: RunningFoyer,
  { site = '', email = OWNER } = {},
): Promise<void> {
  await page.goto(foyer.url(site, CONSOLE))
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await signIn(page, email, DEMO_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Your site', level: 1 })).toBeVisible()
}

const shownFrame = (page: Page) => page.frameLocator('iframe[data-shown]')

const isPreviewed = (page: Page): Promise<void> => expect(shownFrame(page).locator('h1')).toBeVisible()

/** Runs a test with another promoter that belongs to the demo's owner, with a storefront. */
async function owning(
  foyer: RunningFoyer,
  name: string,
  run: (promoterId: string) => Promise<void>,
): Promise<void> {
  const { id: accountId } = await foyer.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', OWNER)
    .executeTakeFirstOrThrow()
  const promoterId = await insertPromoter(foyer.db, name)
  await insertMember(foyer.db, { promoterId, accountId, role: 'owner' })
  try {
    const answer = () => askNode(foyer.port, `${name.toLowerCase()}.localhost`)
    await expect.poll(async () => (await answer()).text).toContain(`<title>${name}`)
    await run(promoterId)
  } finally {
    await foyer.db.deleteFrom('members').where('promoter_id', '=', promoterId).execute()
  }
}

test('the console passes axe in all states and fits every screen size @full', async ({ page, foyer }) => {
  test.setTimeout(120_000)
  await openConsole(page, foyer)
  await page.getByLabel('Add a domain').fill('a-name-that-is-rather-long-for-a-phone.aurora-nights.example')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByText('Not verified')).toBeVisible()
  await eachScreen(page, async (each) => {
    await each.goto(foyer.url('', CONSOLE))
    await isPreviewed(each)
  })
  await eachScreen(page, async (each) => {
    await each.goto(foyer.url('', '/account'))
    await expect(each.getByRole('link', { name: 'Promoter console' })).toBeVisible()
  })
  await eachScreen(page, async (each) => {
    await each.goto(foyer.url('', CONSOLE))
    await isPreviewed(each)
    await each.getByLabel('Primary colour', { exact: true }).fill('#12')
    await each.getByLabel('Custom CSS').fill('.event-buy { display: none }')
    await each.getByRole('button', { name: 'Save' }).click()
    await expect(each.getByText('Please check these fields')).toBeVisible()
    await each.getByRole('button', { name: /^Delete / }).click()
    await expect(each.getByRole('dialog')).toBeVisible()
  })
})

test('a domain and branding are set up by keyboard alone @full', async ({ page, foyer }) => {
  await owning(foyer, 'Keyboard', async (promoterId) => {
    const startsAt = new Date(Date.now() + 30 * 86_400_000)
    // Enough events to scroll.
    for (let event = 0; event < 8; event += 1) await insertEvent(foyer.db, { promoterId, startsAt })

    await openConsole(page, foyer, { site: 'keyboard' })
    await isPreviewed(page)
    await tabTo(page.getByLabel('Add a domain'))
    await page.keyboard.type('keys.keyboard.localhost')
    await page.keyboard.press('Enter')
    const verify = page.getByRole('button', { name: 'Verify keys.keyboard.localhost' })
    await expect(verify, 'what comes next has focus').toBeFocused()
    await page.keyboard.press('Enter')
    const card = page.getByRole('listitem').filter({ hasText: 'keys.keyboard.localhost' })
    await expect(card.getByText('Verified', { exact: true })).toBeVisible()

    await tabTo(page.getByRole('button', { name: 'Delete keys.keyboard.localhost' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Delete keys.keyboard.localhost' })).toBeFocused()

    await tabTo(page.getByLabel('Custom CSS'))
    await page.keyboard.press('Control+A')
    await page.keyboard.type('h1 { letter-spacing: 5px }')
    await tabTo(page.getByLabel('Phone'))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByLabel('Desktop')).toBeChecked()
    await expect(shownFrame(page).locator('h1')).toHaveCSS('letter-spacing', '5px')
    await tabTo(page.getByTitle('Your storefront with this branding'))
    await page.keyboard.press('PageDown')
    const scrolled = () =>
      shownFrame(page)
        .locator('html')
        .evaluate((root) => root.scrollTop)
    await expect.poll(scrolled, 'the preview scrolls').toBeGreaterThan(0)
    await tabTo(page.getByRole('button', { name: 'Save' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Live on your site')).toBeVisible()
  })
})

test('unsaved changes survive leaving, reloading and an unreachable server @full', async ({
  page,
  foyer,
}) => {
  await openConsole(page, foyer, { site: 'aurora' })
  await isPreviewed(page)
  await page.getByLabel('Site name').fill('Aurora, by night')
  await expect(shownFrame(page).getByRole('heading', { level: 1 })).toContainText('Aurora, by night')
  const asked = page.waitForEvent('dialog')
  const reloaded = page.reload()
  await (await asked).accept()
  await reloaded
  await expect(page.getByLabel('Site name')).toHaveValue('Aurora, by night')
  await expect(shownFrame(page).getByRole('heading', { level: 1 })).toContainText('Aurora, by night')

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch' })).toBeFocused()
  await expect(page.getByLabel('Site name')).toHaveValue('Aurora, by night')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Site name')).toHaveValue('Aurora')
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await expect(page.getByText('Failed to fetch'), 'nothing is left to be sorry for').toBeHidden()
})

test('an account without promoters sees an explanation, one with several can choose @full', async ({
  page,
  foyer,
}) => {
  await openConsole(page, foyer, { email: 'sales@aurora.example' })
  await expect(page.getByText('You don’t manage a promoter yet.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(foyer.url('', '/'))

  await owning(foyer, 'Second', async () => {
    await openConsole(page, foyer)
    await page.getByLabel('Promoter', { exact: true }).selectOption('Second')
    await expect(page.getByLabel('Site name')).toHaveValue('Second')
    await expectAccessible(page)
    await expect(shownFrame(page).getByRole('heading', { level: 1 })).toContainText('Second')
    await page.getByLabel('Site name').fill('Second to none')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Live on your site')).toBeVisible()
    await page.getByLabel('Promoter', { exact: true }).selectOption('Aurora')
    await expect(page.getByLabel('Site name'), 'each has its own').toHaveValue('Aurora')
  })
})

test('the preview may be framed by its own origin, and no other page by anybody @full', async ({
  page,
  foyer,
}) => {
  await openConsole(page, foyer, { site: 'aurora' })
  await isPreviewed(page)
  const answers = await page.evaluate(
    async (paths) => {
      const facts = async (path: string, init?: RequestInit) => {
        const { status, headers } = await fetch(path, init)
        const policy = headers.get('content-security-policy') ?? ''
        return [path, status, headers.get('x-frame-options'), /frame-ancestors [^;]+/.exec(policy)?.[0]]
      }
      const body = new FormData()
      const settings = { siteName: 'Framed' }
      body.set('settings', JSON.stringify(settings))
      return [
        await facts('/promoter/site/preview', { method: 'POST', body }),
        ...(await Promise.all(paths.map((path) => facts(path)))),
      ]
    },
    ['/', '/cart', '/checkout', '/account', '/login', '/promoter/site'],
  )
  expect(answers).toEqual([
    ['/promoter/site/preview', 200, 'SAMEORIGIN', "frame-ancestors 'self'"],
    ...['/', '/cart', '/checkout', '/account', '/login', '/promoter/site'].map((path) => [
      path,
      200,
      'DENY',
      "frame-ancestors 'none'",
    ]),
  ])
  await page.context().clearCookies()
  const refused = await page.evaluate(async () => {
    const body = new FormData()
    body.set('settings', '{"siteName":"Framed"}')
    const answer = await fetch('/promoter/site/preview', { method: 'POST', body })
    return [answer.status, (await answer.text()).includes('Framed')]
  })
  expect(refused).toEqual([401, false])
})
