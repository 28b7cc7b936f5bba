import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { buy } from '#tests/support/buyer.ts'
import { signIn } from './support/members.ts'
import { expectEveryScreen, LIGHT_PHONE } from './support/screens.ts'
import { putOn } from './support/stage.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const HOLDERS = ['Ada Lovelace', 'Maximiliane von Donaudampfschifffahrtsgesellschaft', '']

test('the guest list and an order’s group work by keyboard', async ({ page, foyer }) => {
  test.slow()
  const show = await putOn(foyer, 'Guest Night')
  const { ticketTypeId } = show
  const bought = await buy(foyer.url(''), { ticketTypeId, quantity: HOLDERS.length, priceOf: () => 60 })
  if (bought.kind !== 'bought') throw new Error(JSON.stringify(bought))
  const tickets = await foyer.db
    .selectFrom('tickets')
    .select(['id', 'code'])
    .where('order_id', '=', bought.orderId)
    .orderBy('position')
    .execute()
  for (const [index, { id }] of tickets.entries())
    await foyer.db
      .updateTable('tickets')
      .set({ holder: HOLDERS[index] ?? '' })
      .where('id', '=', id)
      .execute()

  await page.goto(foyer.url('aurora', '/account/staff/door'))
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, 'owner@aurora.example', DEMO_PASSWORD)
  await page.getByRole('link', { name: 'Guest Night' }).click()
  await expect(page.getByText('Online')).toBeVisible()
  await page.getByText('Guest list').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 tickets', { exact: true })).toBeVisible()
  await expectEveryScreen(page, LIGHT_PHONE)

  await page.getByLabel('Ticket code').fill(tickets[0]?.code ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Admit all 3 of this order' }).focus()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const admitted = page.getByRole('status').filter({ hasText: '2 more people admitted' })
  await expect(admitted).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Next' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Not admitted' }).click()
  await expect(page.getByText('0 tickets', { exact: true })).toBeVisible()
})
