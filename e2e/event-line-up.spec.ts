import { sql } from 'kysely'
import { openAsOwner } from './support/console.ts'
import { eachScreen } from './support/screens.ts'
import { expect, test } from './support/test.ts'

const WEEKENDER = '/events/aurora-weekender-cascais'

test('an owner edits a line-up, and visitors see it in that order @full', async ({ page, foyer }) => {
  test.setTimeout(90_000)
  const { rows } = await sql<{ id: string }>`select id from events where slug = 'kollektiv-ohm-live'`.execute(
    foyer.db,
  )
  await openAsOwner(page, foyer, `/promoter/events/${rows[0]?.id ?? ''}`)
  const section = page.getByRole('region', { name: 'Line-up' })
  const add = section.getByRole('button', { name: 'Add an act' })
  await add.click()
  await expect(section.getByLabel('Name'), 'what comes next is typed at once').toBeFocused()
  await page.keyboard.type('The Headliners')
  await section.getByLabel('Time').fill('22:00')
  await add.click()
  const second = section.getByRole('group', { name: 'Act 2' })
  await expect(second.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('The Openers')
  await second.getByLabel('Time').fill('20:30')
  await second.getByLabel('Link').fill('openers.example')
  await expect(second.getByText('begins with https://')).toBeVisible()
  await second.getByLabel('Link').fill('https://openers.example/')
  await section.getByRole('button', { name: 'Move act 2 up' }).click()
  await expect(page.locator('.save-state')).toHaveText('Saved')
  const preview = page.frameLocator('iframe[data-shown]').getByRole('region', { name: 'Line-up' })
  await expect(preview.getByRole('listitem')).toHaveText(['20:30 The Openers', '22:00 The Headliners'])
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByRole('button', { name: /^Publish/ })).toHaveCount(0)
  await page.goto(foyer.url('aurora', '/events/kollektiv-ohm-live'))
  const lineUp = page.getByRole('region', { name: 'Line-up' })
  await expect(lineUp.getByRole('listitem')).toHaveText(['20:30 The Openers', '22:00 The Headliners'])
  await expect(lineUp.getByRole('link', { name: 'The Openers' })).toHaveAttribute(
    'href',
    'https://openers.example/',
  )
})

test('a festival’s line-up is grouped by day, on every screen size @full', async ({ page, foyer }) => {
  await page.goto(foyer.url('aurora', WEEKENDER))
  const lineUp = page.getByRole('region', { name: 'Line-up' })
  await expect(lineUp.getByRole('heading', { level: 3 })).toHaveText([/^Friday /, /^Saturday /, /^Sunday /])
  await expect(lineUp.getByRole('list').nth(1).getByRole('listitem').last()).toHaveText('00:00 DJ Marmelada')
  await eachScreen(page, async (screen) => {
    await screen.goto(foyer.url('aurora', WEEKENDER))
    await screen.getByRole('region', { name: 'Line-up' }).scrollIntoViewIfNeeded()
  })
})
