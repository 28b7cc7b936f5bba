import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FeeInvoice } from '#contracts/console/fee-invoices.ts'
import type { Billing, OperatorFeeInvoice } from '#contracts/operator/fee-invoices.ts'
import { succeed } from '#model/platform/result.ts'
import { createApi } from '#server/http/api.ts'
import { createFeeInvoices } from '#server/money/fee-invoices/create-fee-invoices.ts'
import { writeLedger } from '#server/platform/ledger/ledger-rows.ts'
import { transact } from '#server/platform/db/transact.ts'
import { insertAccount, insertSession } from '#tests/support/accounts.ts'
import { createAsk } from '#tests/support/ask.ts'
import { insertFees, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { insertOperatorAccount, openStrongSession } from '#tests/support/operators.ts'
import { readPdfText } from '#tests/support/pdf-text.ts'
import { insertMember } from '#tests/support/people.ts'
import { openTestPost } from '#tests/support/post.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const BILLING = {
  legalName: 'Foyer Platform GmbH',
  legalAddress: 'Torstraße 1\n10119 Berlin',
  taxId: 'DE123456789',
  country: 'DE',
  taxName: 'VAT',
  taxPercent: 19,
  taxNote: '',
  reverseChargeNote: 'Reverse charge: the recipient is liable for VAT.',
}

let shop: Shop
let operatorId: string
let ownerId: string
beforeEach(async () => {
  shop = await openShop()
  const { context, promoterId } = shop
  operatorId = await insertOperatorAccount(context)
  ownerId = await insertAccount(context, 'owner@example.com')
  await insertMember(context.db, { promoterId, accountId: ownerId, role: 'owner' })
})
afterEach(() => shop.close())

/** Sessions are new, because the tests jump over months. */
const asOperator = async <Data>(method: string, path: string, body?: unknown) =>
  createAsk(shop.context, 'localhost')<Data>(method, path, {
    bearer: await openStrongSession(shop.context, operatorId),
    ...(body === undefined ? {} : { body }),
  })
const asOwner = async <Data>(method: string, path: string, more: { body?: unknown; key?: string } = {}) =>
  createAsk(shop.context, shop.host)<Data>(method, path, {
    bearer: await insertSession(shop.context, ownerId, shop.host),
    ...more,
  })
const setBilling = (change: Partial<typeof BILLING> = {}) =>
  asOperator<{ billing: Billing }>('PUT', '/api/operator/billing', { ...BILLING, ...change })
const goTo = (day: string): void => shop.clock.advance(Date.parse(day) - shop.clock.now())
const invoices = async () =>
  (await asOwner<{ invoices: FeeInvoice[] }>('GET', '/api/promoter/fee-invoices')).data.invoices
const allInvoices = async (query = '') =>
  (await asOperator<{ invoices: OperatorFeeInvoice[] }>('GET', `/api/operator/fee-invoices${query}`)).data
    .invoices

/** Books a share of the platform, as a sale does; negative as a refund does. */
async function book(promoterId: string, cents: number, currency = 'EUR'): Promise<void> {
  const fact = randomUUID()
  await transact(shop.context.db, async (trx) => {
    const entries = [
      { account: 'promoter' as const, amountCents: -cents },
      { account: 'platform_fees' as const, amountCents: cents },
    ]
    const kind = cents > 0 ? ('sale' as const) : ('refund' as const)
    const facts = [{ fact, kind, promoterId, orderId: null, currency, entries }]
    await writeLedger(trx, facts, new Date(shop.clock.now()))
    return succeed(null)
  })
}

async function file(path: string, who: 'owner' | 'operator'): Promise<Response> {
  const host = who === 'owner' ? shop.host : 'localhost'
  const bearer =
    who === 'owner'
      ? await insertSession(shop.context, ownerId, host)
      : await openStrongSession(shop.context, operatorId)
  const headers = { authorization: `Bearer ${bearer}`, host }
  return createApi(shop.context).fetch(new Request(`http://${host}${path}`, { headers }))
}

describe('the platform’s invoices', () => {
  it('bill a month’s fees once, and credit what is refunded later', async () => {
    const { context, promoterId, eventId } = shop
    await insertFees(context.db, {
      promoterId,
      ticketBaseCents: 50,
      ticketBasisPoints: 500,
      orderBaseCents: 100,
    })
    const ticketTypeId = await insertTicketType(context.db, { promoterId, eventId })
    await setBilling()
    const cart = newCartId()
    await shop.hold(cart, { [ticketTypeId]: 2 })
    const { order } = (await shop.checkout(cart, 54.5)).data
    await shop.pay(order.id, CARDS.good)

    goTo('2026-12-01T23:59:59Z')
    await createFeeInvoices(context)
    expect(await invoices()).toEqual([])
    goTo('2026-12-02T00:00:00Z')
    await Promise.all(Array.from({ length: 5 }, () => createFeeInvoices(context)))
    const first = { number: 1, kind: 'invoice', month: '2026-11', currency: 'EUR', total: 4.5, tax: 0.72 }
    expect(await invoices()).toMatchObject([first])

    await asOwner('POST', `/api/promoter/orders/${order.id}/refunds`, {
      body: { all: true },
      key: randomUUID(),
    })
    goTo('2027-01-02T00:00:00Z')
    await createFeeInvoices(context)
    expect(await invoices()).toMatchObject([
      { number: 2, kind: 'credit_note', month: '2026-12', total: -4.5, tax: -0.72 },
      first,
    ])
    const mails = await context.db
      .selectFrom('mails')
      .select('kind')
      .where('kind', '=', 'fee_invoice')
      .execute()
    expect(mails).toHaveLength(2)
  })

  it('are emailed to the owners, with a link to the console', async () => {
    await setBilling()
    await book(shop.promoterId, 1190)
    goTo('2026-12-03T00:00:00Z')
    await createFeeInvoices(shop.context)
    const server = await openMailServer()
    const post = openTestPost(shop.context, server.url)
    await post.deliver()
    await post.close()
    await server.close()
    const [arrived] = server.arrived
    expect(server.arrived).toHaveLength(1)
    expect(arrived?.to).toBe('owner@example.com')
    expect(arrived?.mail.subject).toBe('Invoice 1: platform fees for November 2026')
    expect(arrived?.mail.text).toContain('€11.90')
    expect(arrived?.mail.text).toContain('/promoter/fee-invoices')
  })

  it('don’t exist without billing details, and start with the month in which they are entered', async () => {
    await book(shop.promoterId, 1000)
    goTo('2026-12-15T00:00:00Z')
    await createFeeInvoices(shop.context)
    const { data } = await setBilling()
    expect(data.billing.firstMonth).toBe('2026-12')
    await book(shop.promoterId, 300)
    goTo('2027-01-05T00:00:00Z')
    await createFeeInvoices(shop.context)
    expect(await invoices()).toMatchObject([{ number: 1, month: '2026-12', total: 3 }])
  })

  it('credit no refunds of sales that were never invoiced', async () => {
    const { context, promoterId, eventId } = shop
    await insertFees(context.db, { promoterId, orderBaseCents: 100 })
    const ticketTypeId = await insertTicketType(context.db, { promoterId, eventId })
    const sellOne = async (): Promise<string> => {
      const cart = newCartId()
      await shop.hold(cart, { [ticketTypeId]: 1 })
      const { order } = (await shop.checkout(cart, 26)).data
      await shop.pay(order.id, CARDS.good)
      return order.id
    }
    const before = await sellOne()
    goTo('2026-12-01T12:00:00Z')
    await setBilling()
    await sellOne()
    const refunded = await asOwner('POST', `/api/promoter/orders/${before}/refunds`, {
      body: { all: true },
      key: randomUUID(),
    })
    expect(refunded.status).toBe(201)
    goTo('2027-01-02T00:00:00Z')
    await createFeeInvoices(context)
    expect(await invoices()).toMatchObject([{ number: 1, kind: 'invoice', month: '2026-12', total: 1 }])
  })

  it('catch up on months in which no node ran, with what each month had', async () => {
    await setBilling()
    await book(shop.promoterId, 100)
    goTo('2026-12-10T00:00:00Z')
    await book(shop.promoterId, 200)
    goTo('2027-02-10T00:00:00Z')
    await book(shop.promoterId, 400)
    await createFeeInvoices(shop.context)
    expect(await invoices()).toMatchObject([
      { number: 2, month: '2026-12', total: 2 },
      { number: 1, month: '2026-11', total: 1 },
    ])
  })

  it('have consecutive numbers over promoters and currencies, whatever fails', async () => {
    const { db } = shop.context
    await setBilling()
    const others = await Promise.all(
      ['Brickworks', 'Nordlys', 'Empty'].map((name) => insertPromoter(db, name)),
    )
    for (const promoterId of [shop.promoterId, ...others.slice(0, 2)]) {
      await book(promoterId, 1190)
      await book(promoterId, 500, 'JPY')
    }
    goTo('2026-12-03T00:00:00Z')
    await sql`alter table mails add constraint broken check (kind <> 'fee_invoice') not valid`.execute(db)
    await expect(createFeeInvoices(shop.context)).rejects.toThrow('broken')
    await sql`alter table mails drop constraint broken`.execute(db)
    await Promise.all([createFeeInvoices(shop.context), createFeeInvoices(shop.context)])
    const all = await allInvoices()
    expect(all.map(({ number }) => number)).toEqual([6, 5, 4, 3, 2, 1])
    expect(all.map(({ total }) => total).toSorted((one, other) => one - other)).toEqual([
      11.9, 11.9, 11.9, 500, 500, 500,
    ])
    expect(await allInvoices('?month=2026-10')).toEqual([])
    expect(await allInvoices('?month=2026-11')).toHaveLength(6)
    await expect(sql`update fee_invoices set total_cents = 1`.execute(db)).rejects.toThrow('never changed')
  })

  it('contain fees that were committed late in the next month', async () => {
    await setBilling()
    await book(shop.promoterId, 100)
    goTo('2026-12-03T00:00:00Z')
    await createFeeInvoices(shop.context)
    shop.clock.advance(-5 * 86_400_000)
    await book(shop.promoterId, 250)
    goTo('2027-01-03T00:00:00Z')
    await createFeeInvoices(shop.context)
    expect(await invoices()).toMatchObject([
      { month: '2026-12', total: 2.5 },
      { month: '2026-11', total: 1 },
    ])
  })

  it('charge no tax to businesses in other countries', async () => {
    await sql`update promoters set country = 'France', tax_id = 'FR12345678901', legal_name = 'Aurore SARL'`.execute(
      shop.context.db,
    )
    await setBilling()
    await book(shop.promoterId, 1190)
    goTo('2026-12-03T00:00:00Z')
    await createFeeInvoices(shop.context)
    const [invoice] = await invoices()
    expect(invoice).toMatchObject({ total: 11.9, tax: 0 })
    const text = await readInvoice(`/api/promoter/fee-invoices/${invoice?.id}/invoice.pdf`, 'owner')
    expect(text).toContain('Reverse charge')
    expect(text).toContain('Aurore SARL')
  })

  it('are files for the promoter and for operators, with the details of their time', async () => {
    await setBilling()
    await book(shop.promoterId, 1190)
    goTo('2026-12-03T00:00:00Z')
    await createFeeInvoices(shop.context)
    await setBilling({ legalName: 'Another Ltd' })
    const [invoice] = await invoices()
    for (const who of ['owner', 'operator'] as const) {
      const base = who === 'owner' ? '/api/promoter' : '/api/operator'
      const text = await readInvoice(`${base}/fee-invoices/${invoice?.id}/invoice.pdf`, who)
      for (const part of [
        'Foyer Platform GmbH',
        'DE123456789',
        'Invoice 1',
        'November 2026',
        '€11.90',
        '€1.90',
        'VAT 19%',
      ])
        expect(text).toContain(part)
      const list = await file(`${base}/fee-invoices/export.csv`, who)
      expect(list.headers.get('content-type')).toContain('text/csv')
      expect((await list.text()).split('\r\n')[1]).toMatch(
        /^1,Invoice,2026-11,2026-12-03,.*,EUR,10\.00,1\.90,0\.19,11\.90$/,
      )
    }
    expect((await file('/api/operator/fee-invoices/export.csv?month=2026', 'operator')).status).toBe(422)
  })

  it('are not shown to other promoters, nor operators’ calls to owners', async () => {
    await setBilling()
    const other = await insertPromoter(shop.context.db, 'Brickworks')
    await book(other, 1190)
    goTo('2026-12-03T00:00:00Z')
    await createFeeInvoices(shop.context)
    expect(await invoices()).toEqual([])
    const [foreign] = await allInvoices()
    expect((await file(`/api/promoter/fee-invoices/${foreign?.id}/invoice.pdf`, 'owner')).status).toBe(404)
    for (const path of ['', '/export.csv', `/${foreign?.id}/invoice.pdf`])
      expect((await file(`/api/operator/fee-invoices${path}`, 'owner')).status).toBe(403)
  })

  it('have pages of 25', async () => {
    await setBilling()
    for (let index = 0; index < 30; index += 1)
      await book(await insertPromoter(shop.context.db, `Promoter ${index}`), 100)
    goTo('2026-12-03T00:00:00Z')
    await createFeeInvoices(shop.context)
    const page = await asOperator<{ invoices: OperatorFeeInvoice[]; nextCursor: string }>(
      'GET',
      '/api/operator/fee-invoices',
    )
    expect(page.data.invoices).toHaveLength(25)
    expect(await allInvoices(`?cursor=${page.data.nextCursor}`)).toHaveLength(5)
    expect((await asOperator('GET', '/api/operator/fee-invoices?cursor=x')).status).toBe(422)
  })

  it('are started by an entry in the operators’ log', async () => {
    await setBilling()
    await setBilling({ taxPercent: 20 })
    const log = await shop.context.db
      .selectFrom('operator_log')
      .select(['action', 'after'])
      .where('action', '=', 'billing.changed')
      .execute()
    expect(log).toMatchObject([{ after: { taxPercent: 19 } }, { after: { taxPercent: 20 } }])
  })
})

async function readInvoice(path: string, who: 'owner' | 'operator'): Promise<string> {
  const answer = await file(path, who)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  return readPdfText(new Uint8Array(await answer.arrayBuffer()))
}
