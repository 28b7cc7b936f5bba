import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright/test'
import { openAsOwner } from './support/console.ts'
import { expectEveryScreen } from './support/screens.ts'
import { expect, test } from './support/test.ts'
import { applyPromo, buyAsGuest, chooseTickets, drawer, openCart } from './support/visitor.ts'

const CODES = '/promoter/promo-codes'
const FEES = '/promoter/fees'
const EVENT = '/events/nachtstrom-all-night-long'

async function buyWith(browser: Browser, address: string, code: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(address)
  await chooseTickets(page, { Standard: 1 })
  await openCart(page)
  await applyPromo(page, code)
  await expect(drawer(page).getByText(`Discount (${code})`)).toBeVisible()
  await buyAsGuest(page)
  await page.close()
}

test('promo codes are created in bulk, found, exported, and one is redeemed @full', async ({
  page,
  browser,
  foyer,
}) => {
  await openAsOwner(page, foyer, CODES)
  await expect(page.getByRole('rowheader', { name: 'AURORA10' })).toBeVisible()
  await expectEveryScreen(page)

  await page.getByRole('button', { name: 'Create many' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create many codes' })
  await dialog.getByLabel('Batch name').fill('Newsletter')
  await dialog.getByLabel('Number of codes').fill('40')
  await dialog.getByLabel('Prefix (optional)').fill('news-')
  await dialog.getByLabel('Random characters').fill('6')
  await expect(dialog.getByText('These codes are easy to guess')).toBeVisible()
  await dialog.getByLabel('Random characters').fill('8')
  await expect(dialog.getByText('These codes are easy to guess')).toBeHidden()
  await dialog.getByLabel('Percent', { exact: true }).fill('50')
  await expect(dialog.getByLabel('Orders per code (optional)')).toHaveValue('1')
  await expectEveryScreen(page)
  await dialog.getByRole('button', { name: 'Create codes' }).click()

  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/batchId=/)
  await expect(page.getByRole('rowheader')).toHaveCount(25)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(40)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const lines = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(41)
  const code = lines[1]?.split(',')[0] ?? ''
  expect(code).toMatch(/^NEWS-[2-9A-HJ-NP-Z]{8}$/)

  await buyWith(browser, foyer.url('aurora', EVENT), code)
  await page.goto(foyer.url('aurora', `${CODES}?q=${code}`))
  await expect(page.getByRole('row', { name: code })).toContainText('Used up')
  await expect(page.getByRole('row', { name: code })).toContainText('1 of 1')
})

test('an import reports every invalid line, imports all or nothing, and its codes can be redeemed @full', async ({
  page,
  browser,
  foyer,
}) => {
  const countCodes = async (): Promise<number> => {
    const { count } = await foyer.db
      .selectFrom('promo_codes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const file = (...lines: string[]) => ({
    name: 'codes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  })
  await openAsOwner(page, foyer, CODES)
  const before = await countCodes()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import codes' })
  const chooser = dialog.getByLabel('CSV file')
  await chooser.setInputFiles(file('name,percent', 'FILE-A,10'))
  await expect(dialog.getByRole('alert')).toContainText('Missing: code, discount.')

  const right = ['FILE-A,25%,,1', 'FILE-B,5,EUR,']
  await chooser.setInputFiles(
    file(
      'code,discount,currency,max_uses',
      right[0] ?? '',
      'FILE-C,140%,,',
      'AURORA10,10%,,',
      'file-a,5%,,',
      'FILE-D,5,,',
    ),
  )
  await expect(dialog.getByRole('heading', { name: '1 of 5 lines are valid' })).toBeVisible()
  for (const [line, why] of [
    ['3 · FILE-C', 'Enter 100% or less.'],
    ['4 · AURORA10', 'You already have a promo code with this name.'],
    ['5 · FILE-A', 'Line 2 already contains this code.'],
    ['6 · FILE-D', 'currency'],
  ] as const)
    await expect(dialog.getByRole('row', { name: line })).toContainText(why)
  expect(await countCodes(), 'it was only looked at').toBe(before)
  await expectEveryScreen(page)

  await chooser.setInputFiles(file('code,discount,currency,max_uses', ...right))
  await expect(dialog.getByRole('heading', { name: '2 of 2 lines are valid' })).toBeVisible()
  // Another request takes one of the codes meanwhile.
  const taken = await foyer.db
    .updateTable('promo_codes')
    .set({ code: 'FILE-B' })
    .where('code', '=', 'AURORA10')
    .returning('id')
    .executeTakeFirstOrThrow()
  await dialog.getByRole('button', { name: 'Import 2 codes' }).click()
  await expect(dialog.getByRole('row', { name: '3 · FILE-B' })).toContainText('already')
  expect(await countCodes(), 'all of them or none').toBe(before)
  await foyer.db.updateTable('promo_codes').set({ code: 'AURORA10' }).where('id', '=', taken.id).execute()
  await chooser.setInputFiles([])
  await chooser.setInputFiles(file('code,discount,currency,max_uses', ...right))
  await dialog.getByRole('button', { name: 'Import 2 codes' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  for (const name of ['FILE-A', 'FILE-B']) await expect(page.getByRole('rowheader', { name })).toBeVisible()
  expect(await countCodes()).toBe(before + 2)

  await buyWith(browser, foyer.url('aurora', EVENT), 'FILE-A')
  await page.goto(foyer.url('aurora', `${CODES}?q=FILE-A`))
  await expect(page.getByRole('row', { name: 'FILE-A' })).toContainText('Used up')
})

test('a promo code is added, changed and deleted by keyboard alone @full', async ({ page, foyer }) => {
  await openAsOwner(page, foyer, CODES)
  await page.getByRole('button', { name: 'Add promo code' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add promo code' })
  await dialog.getByLabel('Code', { exact: true }).focus()
  await page.keyboard.type('keys-only')
  await dialog.getByLabel('Percent', { exact: true }).focus()
  await page.keyboard.type('101')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter 100% or less.').first()).toBeVisible()
  await dialog.getByLabel('Percent', { exact: true }).fill('15')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('rowheader', { name: 'KEYS-ONLY' })).toBeVisible()

  await page.getByRole('button', { name: 'KEYS-ONLY' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete promo code' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('rowheader', { name: 'KEYS-ONLY' })).toBeHidden()
})

test('changed fees appear on the event page at once, and ambiguous percentages are refused', async ({
  page,
  foyer,
  context,
}) => {
  await openAsOwner(page, foyer, FEES)
  const section = page.getByRole('region', { name: 'What your buyers pay in EUR' })
  const each = section.getByRole('group', { name: 'Per ticket' })
  await expect(section.getByRole('rowheader', { name: 'The buyer pays' })).toBeVisible()
  await expectEveryScreen(page)

  await each.getByLabel('plus % of its price').fill('0.5')
  await section.getByRole('button', { name: 'Save fees' }).click()
  await expect(each.getByText('0.5 could be 0.5% or 50%. Write it with a % sign.')).toBeVisible()

  await expect(each.getByLabel('Amount in EUR')).toHaveValue(/\.\d\d$/)
  await each.getByLabel('Amount in EUR').fill('7.77')
  await each.getByLabel('plus % of its price').fill('0%')
  await section.getByLabel('Ticket, in EUR').fill('20')
  await expect(section.getByRole('row', { name: 'Ticket fees €7.77 €31.08' })).toBeVisible()
  await section.getByRole('button', { name: 'Save fees' }).click()
  await expect(page.getByText('Fees saved')).toBeVisible()

  const shop = await context.newPage()
  await expect(async () => {
    await shop.goto(foyer.url('aurora', EVENT))
    // Includes the platform's order fee of €0.90.
    await expect(shop.getByText(/incl\. €8\.67 fees/).first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await shop.close()

  await section.getByRole('button', { name: 'Use default fees' }).click()
  await expect(section.getByText('These are the default fees.')).toBeVisible()
})
