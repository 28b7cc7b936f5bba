import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import type { Browser, Download, Page } from 'playwright/test'
import type { Database } from '#server/platform/db/tables.ts'
import { IBANS } from '#tests/support/bank-accounts.ts'
import { painErrors } from '#tests/support/bank-files/validate.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { readPdfText } from '#tests/support/pdf-text.ts'
import { openEmpty, urlOf } from './support/foyer.ts'
import { linkInMail } from './support/members.ts'
import { addPasskey, createAccount, createPasskey } from './support/operators.ts'
import { startAsOperator, type Started } from './support/started.ts'
import { expect, test } from './support/test.ts'
import {
  chooseTickets,
  fillCard,
  fillContact,
  goToCheckout,
  orderHeading,
  payButton,
} from './support/visitor.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ADA = 'ada@night-owls.example'

let running: Started | undefined
let post: MailServer | undefined
// Also after a failed test.
test.afterEach(async () => {
  running?.child.kill('SIGTERM')
  await post?.close()
})

/** In cents, from a text like "Pay €42.50". */
const centsIn = (text: string): number =>
  Math.round(Number(/\d[\d,]*\.\d\d/.exec(text)?.[0].replaceAll(',', '')) * 100)

const euros = (cents: number): string => `€${(cents / 100).toFixed(2)}`

/** A new window: its own session, on a desktop. */
const openWindow = async (browser: Browser): Promise<Page> =>
  (
    await browser.newContext({
      viewport: { width: 1280, height: 900 },
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
    })
  ).newPage()

/** Buys tickets as a guest and returns what was charged, in cents. */
async function buy(browser: Browser, url: string, tickets: Record<string, number>): Promise<number> {
  const visitor = await openWindow(browser)
  await expect(async () => {
    await visitor.goto(url)
    await expect(visitor.getByRole('button', { name: /^Add one/ }).first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await chooseTickets(visitor, tickets)
  await goToCheckout(visitor)
  await fillContact(visitor)
  await fillCard(visitor)
  const charged = centsIn(await payButton(visitor).innerText())
  await payButton(visitor).click()
  await expect(orderHeading(visitor)).toBeVisible()
  await visitor.context().close()
  return charged
}

async function downloadFrom(page: Page, name: string): Promise<Buffer> {
  const [file]: [Download, void] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ])
  return readFile(await file.path())
}

/** Cents of a ledger account. */
async function ledger(db: Kysely<Database>): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(amount_cents)::int as cents from ledger_entries group by account`.execute(db)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

async function fillBankDetails(page: Page): Promise<void> {
  await page.getByLabel('Account holder').fill('Night Owls GmbH')
  await page.getByLabel('IBAN').fill(IBANS.german)
  await page.getByRole('button', { name: 'Save bank details' }).click()
}

const figure = (page: Page, name: string) =>
  page.locator('.figures > *').filter({ has: page.getByText(name, { exact: true }) })

/** Value of a field with a date and time, in the venue's time zone. */
const inBerlin = (time: number): string =>
  new Date(time).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(0, 16).replace(' ', 'T')

test('on a fresh install, a promoter joins, sells, is settled by bank transfer and gets exact statements', async ({
  page: operator,
  browser,
}) => {
  test.setTimeout(180_000)
  const { address, db, drop } = await openEmpty()
  const mails = (post = await openMailServer())
  const foyer = (running = await startAsOperator(
    {
      NODE_ENV: 'production',
      FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      DATABASE_URL: urlOf(address),
      SMTP_URL: mails.url,
      MAIL_FROM: 'tickets@foyer.example',
      SWEEP_INTERVAL_MS: '300',
    },
    { hasMovableClock: true },
  ))
  const origin = `http://localhost:${foyer.port}`
  const storefront = `http://night-owls.localhost:${foyer.port}`
  const ada = await openWindow(browser)

  await test.step('the printed link makes the first operator, with a second factor', async () => {
    const [link = ''] = /http:\/\/localhost:\d+\/operator\/join#[\w-]{43}/.exec(foyer.said()) ?? []
    await operator.goto(link)
    await createAccount(operator, { firstName: 'Ines', email: 'ines@example.com' })
    const become = operator.getByRole('button', { name: 'Become the operator' })
    await become.click()
    await addPasskey(operator)
    await become.click()
    await expect(operator.getByRole('heading', { name: 'Promoters', level: 1 })).toBeVisible()
  })

  await test.step('the operator sets terms, and the account that pays promoters', async () => {
    await operator.goto(`${origin}/operator/terms`)
    await operator.getByRole('button', { name: 'Change terms in EUR' }).click()
    const dialog = operator.getByRole('dialog')
    const ticket = dialog.getByRole('group', { name: 'Per ticket' })
    await ticket.getByLabel('Amount in EUR').fill('0.51')
    await ticket.getByLabel('plus % of its price').fill('5')
    const order = dialog.getByRole('group', { name: 'Per order' })
    await order.getByLabel('Amount in EUR').fill('0.37')
    await order.getByLabel('plus % of its tickets').fill('0')
    await dialog.getByRole('button', { name: 'Save terms' }).click()
    await expect(dialog).toBeHidden()
    await operator.goto(`${origin}/operator/money`)
    const account = operator.getByRole('form', { name: 'Your bank account' })
    await account.getByLabel('Account holder').fill('Foyer Platform SE')
    await account.getByLabel('IBAN').fill(IBANS.dutch)
    await account.getByRole('button', { name: 'Save account' }).click()
    await expect(operator.getByRole('cell', { name: 'Foyer Platform SE' })).toBeVisible()
  })

  await test.step('Ada asks to join, and the operator approves', async () => {
    await ada.goto(`${origin}/sell`)
    await ada.getByRole('link', { name: 'Open your storefront' }).first().click()
    await ada.getByRole('link', { name: 'Create an account' }).click()
    await createAccount(ada, { firstName: 'Ada', email: ADA })
    await ada.goto(await linkInMail(mails, ADA, '/verify-email'))
    await ada.getByRole('button', { name: 'Verify email' }).click()
    await ada.getByRole('link', { name: 'Continue' }).click()
    await ada.getByLabel('Organiser name').fill('Night Owls')
    await ada.getByLabel('Country').selectOption('Germany')
    await ada.getByRole('button', { name: 'Ask to join' }).click()
    await expect(ada.getByText('Night Owls is being reviewed')).toBeVisible()
    await operator.getByRole('link', { name: 'Registration' }).click()
    await operator.getByRole('link', { name: 'Review Night Owls' }).click()
    await operator.getByRole('button', { name: 'Approve' }).click()
    await operator.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect(operator.locator('.promoter-head .badge')).toHaveText('Active')
  })

  await test.step('Ada chooses bank transfers and enters an account, with a second factor', async () => {
    await ada.goto(`${origin}/promoter/settlements`)
    await ada.getByRole('button', { name: 'Enter bank details' }).click()
    await fillBankDetails(ada)
    await expect(ada.getByText('Two-factor authentication is needed')).toBeVisible()
    await ada.getByRole('link', { name: 'Turn it on in Security' }).click()
    await createPasskey(ada)
    await ada.goto(`${origin}/promoter/settlements`)
    await ada.getByRole('button', { name: 'Enter bank details' }).click()
    await fillBankDetails(ada)
    await expect(ada.getByText(/^Used from/)).toBeVisible()
    await ada.getByLabel('Method').selectOption('By bank transfer')
    await ada.getByLabel('Schedule').selectOption('Only when I request it')
    await ada.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(ada.getByText('This applies from now on.')).toBeVisible()
  })

  await test.step('she publishes an event', async () => {
    await ada.goto(`${origin}/promoter/events`)
    await ada.getByRole('button', { name: 'New event' }).first().click()
    await ada.getByLabel('Title').fill('First Flight')
    await ada.getByRole('button', { name: 'Create draft' }).click()
    await expect(ada.getByRole('heading', { name: 'First Flight', level: 1 })).toBeVisible()
    const editor = ada.url()
    await ada.getByLabel('Begins', { exact: true }).fill(inBerlin(Date.now() + DAY_MS))
    await ada.getByLabel('Ends').fill(inBerlin(Date.now() + DAY_MS + 5 * HOUR_MS))
    await ada.getByLabel('Venue', { exact: true }).fill('The Owlery')
    await ada.getByLabel('City').fill('Berlin')
    await ada.getByLabel('Country').selectOption('Germany')
    await expect(ada.locator('.save-state')).toHaveText('Saved')
    await ada.goto(`${editor}/tickets`)
    for (const [name, price] of [
      ['Standing', '19.80'],
      ['Balcony', '34.40'],
    ] as const) {
      await ada.getByRole('button', { name: 'Add a ticket' }).click()
      const dialog = ada.getByRole('dialog')
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByLabel('Price in EUR').fill(price)
      await dialog.getByLabel('Capacity').fill('50')
      await dialog.getByRole('button', { name: 'Add ticket' }).click()
      await expect(dialog).toBeHidden()
    }
    await ada.goto(editor)
    await ada.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(ada.getByRole('heading', { name: 'Live', exact: true })).toBeVisible()
  })

  const charged = await test.step('two visitors buy tickets', async () => {
    const url = `${storefront}/events/first-flight`
    return (await buy(browser, url, { Standing: 2 })) + (await buy(browser, url, { Standing: 1, Balcony: 2 }))
  })
  // 5 tickets at 0.51 + 5% of 3 × 19.80 and 2 × 34.40, and 2 orders at 0.37.
  const share = 5 * 51 + 3 * 99 + 2 * 172 + 2 * 37
  const paidOut = charged - share

  await test.step('nothing is due before the event has ended and three days have passed', async () => {
    // In steps that are shorter than a session's time without activity.
    for (const days of [2, 4]) {
      await foyer.setClock(days * DAY_MS)
      await operator.goto(`${origin}/operator`)
      await expect(operator.getByRole('rowheader', { name: 'Night Owls' })).toBeVisible()
      // Leaves the page while it renews the session.
      await ada.goto(`${origin}/account`)
      await ada.goto(`${origin}/promoter/settlements`)
      await expect(figure(ada, 'Not due yet')).toContainText(euros(paidOut))
    }
    await foyer.setClock(4 * DAY_MS + 6 * HOUR_MS)
    await ada.reload()
    await expect(figure(ada, 'Available')).toContainText(euros(paidOut))
  })

  await test.step('she requests the payout', async () => {
    await ada.getByRole('button', { name: `Pay out ${euros(paidOut)}` }).click()
    await expect(ada.getByRole('row', { name: /Statement 1/ })).toContainText('Being prepared')
  })

  await test.step('its statement adds up to the cent, on screen, as CSV and as PDF', async () => {
    await ada.getByRole('link', { name: 'Statement 1' }).click()
    await expect(ada.getByRole('heading', { level: 1 })).toHaveText(`Statement 1: ${euros(paidOut)}`)
    await expect(ada.getByRole('region', { name: 'Summary' }).getByRole('definition')).toHaveText([
      '€0.00',
      euros(charged),
      `−${euros(share)}`,
      `−${euros(paidOut)}`,
      '€0.00',
    ])
    const csv = (await downloadFrom(ada, 'CSV of statement 1')).toString()
    const [head = [], ...rows] = csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const amount = (row: string[] | undefined, column: string): number =>
      Math.round(Number(row?.[head.indexOf(column)]) * 100)
    const total = (column: string): number =>
      rows.slice(1, -1).reduce((sum, row) => sum + amount(row, column), 0)
    expect([total('Ticket sales'), total('Platform fees'), total('Payout'), total('Amount')]).toEqual([
      charged,
      -share,
      -paidOut,
      0,
    ])
    expect(rows).toHaveLength(5)
    expect(amount(rows.at(-1), 'Balance')).toBe(0)
    const pdf = readPdfText(await downloadFrom(ada, 'PDF of statement 1'))
    for (const cents of [charged, share, paidOut]) expect(pdf).toContain(euros(cents))
    // By these terms, the platform pays the payment provider's fee from its share.
    const { processor = 0, ...booked } = await ledger(db)
    expect(booked).toEqual({
      buyer: -charged,
      platform_fees: share - processor,
      promoter: 0,
      payouts: paidOut,
    })
  })

  await test.step('the operator’s bank file is valid and transfers that amount', async () => {
    await operator.goto(`${origin}/operator/money`)
    const [file] = await Promise.all([
      operator.waitForEvent('download'),
      operator.getByRole('button', { name: 'Make file' }).click(),
    ])
    const xml = await readFile(await file.path(), 'utf8')
    expect(await painErrors(xml)).toEqual([])
    const decimal = (paidOut / 100).toFixed(2)
    for (const text of [
      `<InstdAmt Ccy="EUR">${decimal}</InstdAmt>`,
      `<CtrlSum>${decimal}</CtrlSum>`,
      '<Nm>Night Owls GmbH</Nm>',
      IBANS.german,
      IBANS.dutch,
    ])
      expect(xml).toContain(text)
    expect(xml.match(/<CdtTrfTxInf>/g)).toHaveLength(1)
    await operator.getByRole('button', { name: /^Mark as paid file/ }).click()
    await expect(
      operator.getByRole('table', { name: 'Payouts to promoters' }).getByRole('row', { name: /Night Owls/ }),
    ).toContainText('Paid')
  })

  await test.step('Ada sees that she was paid, and is emailed', async () => {
    await ada.goto(`${origin}/promoter/settlements`)
    await expect(ada.getByRole('row', { name: /Statement 1/ })).toContainText('Paid')
    await expect(figure(ada, 'On its way')).toContainText(`Paid so far: ${euros(paidOut)}`)
    const received = (): string[] =>
      mails.arrived.flatMap(({ to, mail }) => (to === ADA ? [`${mail.subject}`] : []))
    await expect
      .poll(received)
      .toEqual(
        expect.arrayContaining([
          `${euros(paidOut)} is on its way to Night Owls`,
          `${euros(paidOut)} has been paid to Night Owls`,
        ]),
      )
    expect(await findContradictions(db)).toEqual([])
  })

  foyer.child.kill('SIGTERM')
  expect(await foyer.ended).toBe(0)
  await drop()
})
