import { expectScreen, openAsOwner } from './support/console.ts'
import { newEmail, PASSWORD, test, linkInMail } from './support/members.ts'
import { expectEveryScreen } from './support/screens.ts'
import { putOn } from './support/stage.ts'
import { expect, expectAccessible } from './support/test.ts'

const SCREENS = {
  '/promoter/staff': 'Staff',
  '/promoter/staff/assignments': 'Staff',
  '/promoter/staff/commission': 'Staff',
  '/promoter/staff/links': 'Staff',
  '/promoter/payouts': 'Payouts',
  '/promoter/fee-invoices': 'Invoices',
  '/promoter/audit-log': 'Audit log',
  '/promoter/settings': 'Settings',
} as const

test('a member is invited, joins with a new account, works, and loses access at once when removed', async ({
  page,
  browser,
  foyer,
  post,
}) => {
  const email = newEmail()
  await openAsOwner(page, foyer, '/promoter/staff')
  await page.getByRole('button', { name: 'Invite member' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('radio', { name: /^Manager/ }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Manager')

  const link = await linkInMail(post, email, '/join')
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await theirs.goto(link)
  await expect(theirs.getByText('Aurora has invited you to join their team.')).toBeVisible()
  expect(theirs.url(), 'the token is out of the address').not.toContain('#')
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'I don’t have an account' }).click()
  await theirs.getByLabel('First name').fill('Grace')
  await theirs.getByLabel('Last name').fill('Hopper')
  await expect(theirs.getByLabel('Email')).toHaveValue(email)
  await theirs.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Create account' }).click()
  await expect(theirs.getByRole('button', { name: 'Join Aurora' })).toBeVisible()
  const early = await context.newPage()
  await early.goto(foyer.url('aurora', '/account/staff'))
  await expect(early.getByText('then open the link in the invitation email')).toBeVisible()
  await expect(early.getByText(/two-factor/i)).toHaveCount(0)
  await early.close()
  await theirs.getByRole('button', { name: 'Join Aurora' }).click()
  await expect(theirs.getByText('You’ve joined Aurora.')).toBeVisible()
  await theirs.goto(foyer.url('aurora', '/account/staff/profile'))
  await expect(theirs.getByText('Manager at Aurora')).toBeVisible()
  await theirs.goto(foyer.url('aurora', '/promoter/audit-log'))
  await expect(theirs.getByRole('heading', { name: 'Member joined: Grace Hopper' })).toBeVisible()
  const editor = await context.newPage()
  await editor.goto(foyer.url('aurora', '/promoter/events?new=event'))
  await editor.getByLabel('Title').fill('Compilers at Night')
  await editor.getByRole('button', { name: 'Create draft' }).click()
  await editor.getByLabel('Summary').fill('Written as a manager.')
  await expect(editor.locator('.save-state')).toHaveText('Saved')

  await page.reload()
  await page.getByRole('button', { name: 'Change Grace Hopper' }).click()
  await page.getByRole('button', { name: 'Remove Grace Hopper' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Grace Hopper no longer has access.')).toBeVisible()

  await theirs.getByLabel('Object').selectOption('Member')
  await expect(theirs.getByRole('alert').filter({ hasText: 'could not be loaded' })).toContainText(
    'You don’t have permission to do this.',
  )
  await editor.getByLabel('Summary').fill('Written too late.')
  await expect(editor.locator('.save-state')).toHaveText('Not saved: You don’t have permission to do this.')
  await expect(editor.getByLabel('Summary'), 'what was written stays').toHaveValue('Written too late.')
  const [kept] = await foyer.db
    .selectFrom('events')
    .select('summary')
    .where('title', '=', 'Compilers at Night')
    .execute()
  expect(kept?.summary).toBe('Written as a manager.')
  await theirs.goto(foyer.url('aurora', '/account/staff'))
  await expect(theirs.getByRole('heading', { name: 'You’re not on this team' })).toBeVisible()
  await theirs.goto(link)
  await expect(
    theirs.getByText('This invitation has expired, or was already used or cancelled.'),
  ).toBeVisible()
  await context.close()
})

test('a commission rule is added by keyboard, tried out, and edited by two people @full', async ({
  page,
  foyer,
}) => {
  await putOn(foyer, 'Rule Night')
  await openAsOwner(page, foyer, '/promoter/staff/commission')
  await page.getByRole('button', { name: 'Add rule' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Commission').selectOption('A percentage that grows with sales')
  await dialog.getByLabel('Event').selectOption('Rule Night')
  await dialog.getByLabel('Step 2: from ticket').fill('51')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name: /8% from ticket 51/ })
  await expect(row).toBeVisible()
  await page.getByRole('combobox', { name: 'Event', exact: true }).selectOption('Rule Night')
  await page.getByLabel('Sold before').fill('60')
  await expect(page.getByText(/by the rule “/)).toBeVisible()

  const other = await page.context().newPage()
  await other.goto(foyer.url('aurora', '/promoter/staff/commission'))
  for (const each of [page, other])
    await each
      .getByRole('row', { name: /8% from ticket 51/ })
      .getByRole('button', { name: /^Change the rule/ })
      .click()
  await other.getByRole('dialog').getByLabel('Approval').selectOption('Nothing is earned')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByRole('row', { name: /no commission/ })).toBeVisible()
  await dialog.getByLabel('Step 2: from ticket').fill('41')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('Someone else has changed this')).toBeVisible()
  await expect(dialog.getByRole('definition').filter({ hasText: 'Theirs' }).first()).toContainText(
    'no commission',
  )
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByRole('row', { name: /8% from ticket 41/ })).toBeVisible()
  await page
    .getByRole('row', { name: /8% from ticket 41/ })
    .getByRole('button')
    .click()
  await dialog.getByRole('button', { name: 'Delete rule' }).click()
  await expect(page.getByRole('row', { name: /8% from ticket 41/ })).toBeHidden()
  await other.close()
})

test('team, payouts, settings and the audit log pass axe and fit every screen size @full', async ({
  page,
  foyer,
}) => {
  test.setTimeout(240_000)
  await openAsOwner(page, foyer, '/promoter/settings')
  await page.getByLabel('Legal name').fill('Aurora Nights GmbH')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('The settings apply from now on.')).toBeVisible()
  for (const [path, heading] of Object.entries(SCREENS)) {
    await page.goto(foyer.url('aurora', path))
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expectScreen(page)
    await expectEveryScreen(page)
  }
})
