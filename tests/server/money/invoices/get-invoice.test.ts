import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { succeed } from '#model/platform/result.ts'
import { transact } from '#server/platform/db/transact.ts'
import { getInvoice } from '#server/money/invoices/get-invoice.ts'
import { assignInvoiceNumber } from '#server/money/invoices/invoice-rows.ts'
import {
  insertEvent,
  insertFees,
  insertTerms,
  insertPromo,
  insertPromoter,
  insertTaxes,
  insertTicketType,
} from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { readPdfText } from '#tests/support/pdf-text.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
  await saySeller('Aurora Veranstaltungen GmbH', 'Köpenicker Chaussee 11\n10317 Berlin')
})
afterAll(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

const type = (options: Partial<Parameters<typeof insertTicketType>[1]> = {}): Promise<string> =>
  insertTicketType(shop.context.db, { promoterId: shop.promoterId, eventId: shop.eventId, ...options })

async function place(
  wishes: Record<string, number>,
  total: number,
  more: Record<string, unknown> = {},
): Promise<string> {
  const cart = newCartId()
  await shop.hold(cart, wishes)
  const { data } = await shop.checkout(cart, total, more)
  return data.order.id
}

async function buy(...purchase: Parameters<typeof place>): Promise<string> {
  const id = await place(...purchase)
  const { data } = await shop.pay(id, CARDS.good)
  expect(data.status).toBe('succeeded')
  return id
}

const saySeller = (name: string, address: string): Promise<unknown> =>
  sql`
    update promoters set legal_name = ${name}, legal_address = ${address} where id = ${shop.promoterId}`.execute(
    shop.context.db,
  )

const client = { origin: 'http://aurora.localhost', cookies: {} }
const site = (host = shop.host) => shop.context.sites.resolve(host)

async function ask(id: string): Promise<{ number: number; text: string }> {
  const invoice = await getInvoice(shop.context, { site: site(), id, client })
  if (!invoice || typeof invoice === 'string') throw new Error(`Order ${id} has no invoice.`)
  return { number: invoice.number, text: readPdfText(invoice.pdf) }
}

const numbersOf = async (promoterId: string): Promise<number[]> => {
  const { rows } = await sql<{ number: number }>`
    select number from invoices where promoter_id = ${promoterId} order by number`.execute(shop.context.db)
  return rows.map((row) => row.number)
}

describe('an invoice', () => {
  it('contains seller, buyer, items, discounts, fees and taxes', async () => {
    const eventId = await insertEvent(shop.context.db, {
      promoterId: shop.promoterId,
      startsAt: new Date('2026-12-09T19:00:00Z'),
      title: 'Ночь музыки',
    })
    await insertFees(shop.context.db, {
      promoterId: shop.promoterId,
      eventId,
      ticketBaseCents: 100,
      orderBaseCents: 50,
    })
    const standing = await type({ eventId, name: 'Στάση', priceCents: 1190 })
    const child = await type({ eventId, name: 'Kind', priceCents: 1070 })
    await insertTaxes(shop.context.db, {
      promoterId: shop.promoterId,
      ticketTypes: { [standing]: [['MwSt.', 190_000]], [child]: [['MwSt.', 70_000]] },
    })
    await insertPromo(shop.context.db, {
      promoterId: shop.promoterId,
      code: 'STANDING',
      amountCents: 1190,
      ticketTypeIds: [standing],
    })
    await sql`
      update promoters set legal_name = 'Aurora Veranstaltungen GmbH', legal_address = ${'Köpenicker Chaussee 11\n10317 Berlin'},
        tax_id = 'DE000000000' where id = ${shop.promoterId}`.execute(shop.context.db)
    // 2 × 11.90 + 10.70 − 11.90, and fees of 3 × 1.00 + 0.50.
    const id = await buy({ [standing]: 2, [child]: 1 }, 26.1, {
      promoCode: 'STANDING',
      customer: { firstName: 'Ζωή', lastName: 'Żółć-Иванова', email: 'zoe@example.com' },
    })
    const { number, text } = await ask(id)
    const lines = text.split('\n')
    for (const words of [
      'Aurora Veranstaltungen GmbH',
      'Köpenicker Chaussee 11',
      '10317 Berlin',
      'DE000000000',
    ])
      expect(lines).toContain(words)
    expect(lines).toContain(`Invoice ${number}`)
    expect(lines).toContain('Ζωή Żółć-Иванова')
    expect(lines).toContain('zoe@example.com')
    expect(lines).toContain('Ночь музыки, Wednesday 9 December 2026')
    expect(lines).toContain('Στάση')
    const after = (label: string): string | undefined => lines[lines.indexOf(label) - 1]
    expect(after('Issued')).toBe('21 November 2026')
    expect(after('Currency')).toBe('EUR')
    expect(after('Discount (STANDING)')).toBe('−€11.90')
    expect(after('Subtotal')).toBe('€22.60')
    expect(after('Ticket fees')).toBe('€3.00')
    expect(after('Order fee')).toBe('€0.50')
    expect(after('MwSt. 19% (included)')).toBe('€1.90')
    expect(after('MwSt. 7% (included)')).toBe('€0.70')
    expect(after('Total')).toBe('€26.10')
    // Each rate with its taxed amount.
    expect(text).toContain('€10.00\n€1.90\nMwSt. 19%')
    expect(text).toContain('€10.00\n€0.70\nMwSt. 7%')
    expect(text).not.toContain('�')
    expect(text).not.toContain('Refunded')
  })

  it('adds taxes in a currency without decimals', async () => {
    const eventId = await insertEvent(shop.context.db, {
      promoterId: shop.promoterId,
      startsAt: new Date('2026-12-10T10:00:00Z'),
      currency: 'JPY',
    })
    await insertFees(shop.context.db, { promoterId: shop.promoterId, eventId, currency: 'JPY' })
    const seat = await type({ eventId, name: 'Seat', priceCents: 5805 })
    await insertTaxes(shop.context.db, {
      promoterId: shop.promoterId,
      included: false,
      ticketTypes: { [seat]: [['Consumption tax', 100_000]] },
    })
    const { text } = await ask(await buy({ [seat]: 1 }, 6386))
    expect(text).toContain('¥581\nConsumption tax 10%')
    expect(text).toContain('¥6,386\nTotal')
  })

  it('formats three decimals where the currency has them', async () => {
    const eventId = await insertEvent(shop.context.db, {
      promoterId: shop.promoterId,
      startsAt: new Date('2026-12-11T10:00:00Z'),
      currency: 'BHD',
    })
    await insertFees(shop.context.db, { promoterId: shop.promoterId, eventId, currency: 'BHD' })
    await insertTerms(shop.context.db, { currency: 'BHD' })
    const seat = await type({ eventId, priceCents: 12_345 })
    const { text } = await ask(await buy({ [seat]: 1 }, 12.345))
    expect(text).toMatch(/BHD\s12\.345\nTotal/)
  })

  it('spans several pages', async () => {
    const names = Array.from(
      { length: 40 },
      (_, index) => `A ticket type with a long name, the ${index + 1}th of forty`,
    )
    const types = await Promise.all(names.map((name) => type({ name, priceCents: 100 })))
    const id = await buy(Object.fromEntries(types.map((each) => [each, 1])), 40)
    const { text } = await ask(id)
    for (const name of names) expect(text).toContain(name)
    expect(text).toContain('€40.00\nTotal')
  })

  it('contains a refund', async () => {
    const id = await buy({ [await type({ priceCents: 2000 })]: 1 }, 20)
    const before = await ask(id)
    await sql`
      insert into refunds (promoter_id, order_id, status, reason, amount_cents, promoter_cents, taxes_cents, fees_cents,
        created_at, updated_at)
      values (${shop.promoterId}, ${id}, 'pending', 'requested', 500, 500, 0, 0, ${new Date(shop.clock.now())},
        ${new Date(shop.clock.now())})`.execute(shop.context.db)
    expect((await ask(id)).text).toBe(before.text)
    await sql`update refunds set status = 'succeeded' where order_id = ${id}`.execute(shop.context.db)
    const after = await ask(id)
    expect(after.number).toBe(before.number)
    expect(after.text).toContain('−€5.00\nRefunded on 21 November 2026')
    // The test's refunds don't exist at the provider.
    await sql`delete from refunds where order_id = ${id}`.execute(shop.context.db)
  })

  it('is not issued or numbered without the seller’s legal name and address', async () => {
    const numbers = await numbersOf(shop.promoterId)
    const id = await buy({ [await type({ priceCents: 1000 })]: 1 }, 10)
    const find = { site: site(), id, client }
    for (const [name, address] of [
      ['', 'Köpenicker Chaussee 11'],
      ['Aurora GmbH', ''],
      ['', ''],
    ] as const) {
      await saySeller(name, address)
      expect(await getInvoice(shop.context, find)).toBe('no seller')
    }
    expect(await numbersOf(shop.promoterId)).toEqual(numbers)
    await saySeller('Aurora GmbH', 'Köpenicker Chaussee 11')
    expect((await ask(id)).text).toMatch(/^Aurora GmbH\nKöpenicker Chaussee 11\n/)
  })

  it('stays available once issued', async () => {
    const id = await buy({ [await type({ priceCents: 1000 })]: 1 }, 10)
    const { number } = await ask(id)
    await saySeller('', '')
    expect((await ask(id)).number).toBe(number)
    await saySeller('Aurora GmbH', 'Köpenicker Chaussee 11')
  })

  it('is available on the promoter’s own site only', async () => {
    const id = await buy({ [await type({ priceCents: 1000 })]: 1 }, 10)
    await insertPromoter(shop.context.db, 'Nordlys')
    await shop.context.sites.reload()
    expect(await getInvoice(shop.context, { site: site('nordlys.localhost'), id, client })).toBeUndefined()
    expect(await getInvoice(shop.context, { site: site('localhost'), id, client })).toMatchObject({
      number: expect.any(Number),
    })
  })

  it('requires a paid order', async () => {
    const priced = await type({ priceCents: 1000 })
    const pending = await place({ [priced]: 1 }, 10)
    const free = await place({ [await type({ priceCents: 0 })]: 1 }, 0)
    for (const id of [pending, free, randomUUID(), 'x', `${pending}'`])
      expect(await getInvoice(shop.context, { site: site(), id, client })).toBeUndefined()
    await shop.ask('POST', '/api/payments/cancel', { body: { orderId: pending } })
    expect(await getInvoice(shop.context, { site: site(), id: pending, client })).toBeUndefined()
  })
})

describe('invoice numbers', () => {
  it('have no gaps and no duplicates under concurrency, and never change', async () => {
    const seat = await type({ priceCents: 100, capacity: 100 })
    const orders: string[] = []
    for (let count = 0; count < 20; count += 1) orders.push(await buy({ [seat]: 1 }, 1))
    const before = await numbersOf(shop.promoterId)
    // Twice each: the same order in two tabs.
    const asked = await Promise.all(
      [...orders, ...orders].map((id) =>
        transact(shop.context.db, async (trx) =>
          succeed(
            await assignInvoiceNumber(trx, {
              id,
              promoterId: shop.promoterId,
              now: new Date(shop.clock.now()),
              timeZone: 'Europe/Berlin',
            }),
          ),
        ),
      ),
    )
    const numbers = asked.map((invoice) => (invoice.success ? invoice.data.number : 0))
    expect(numbers.slice(20)).toEqual(numbers.slice(0, 20))
    const first = Math.max(0, ...before) + 1
    expect(numbers.slice(0, 20).toSorted((one, other) => one - other)).toEqual(
      orders.map((_, index) => first + index),
    )
    expect(await numbersOf(shop.promoterId)).toEqual(
      Array.from({ length: first + 19 }, (_, index) => index + 1),
    )
    const [again] = orders
    expect((await ask(again ?? '')).number).toBe(numbers[0])
  }, 60_000)

  it('start where the promoter sets', async () => {
    await sql`update promoters set next_invoice_number = 5001 where id = ${shop.promoterId}`.execute(
      shop.context.db,
    )
    const seat = await type({ priceCents: 100 })
    expect((await ask(await buy({ [seat]: 1 }, 1))).number).toBe(5001)
    expect((await ask(await buy({ [seat]: 1 }, 1))).number).toBe(5002)
  })
})
