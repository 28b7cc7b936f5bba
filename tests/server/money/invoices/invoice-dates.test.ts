import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getInvoice } from '#server/money/invoices/get-invoice.ts'
import { insertEvent, insertFees, insertTicketType } from '#tests/support/factories.ts'
import { readMigrations } from '#tests/support/migrations.ts'
import { readPdfText } from '#tests/support/pdf-text.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

/** 20:00 on 31 December in Berlin, 04:00 on 1 January in Tokyo. */
const NEW_YEARS_EVE = Date.parse('2026-12-31T19:00:00Z')

let shop: Shop
let tokyoId: string

beforeEach(async () => {
  shop = await openShop()
  shop.clock.advance(NEW_YEARS_EVE - shop.clock.now())
  await sql`
    update promoters set legal_name = 'Aurora GmbH', legal_address = 'Köpenicker Chaussee 11'
    where id = ${shop.promoterId}`.execute(shop.context.db)
  // Together with the shop’s own event, two in Berlin and one in Tokyo.
  await insertEventIn('Europe/Berlin')
  tokyoId = await insertEventIn('Asia/Tokyo')
})
afterEach(() => shop.close())

async function insertEventIn(timeZone: string): Promise<string> {
  const { promoterId, context } = shop
  const startsAt = new Date('2027-02-01T10:00:00Z')
  const id = await insertEvent(context.db, { promoterId, startsAt, timeZone })
  await insertFees(context.db, { promoterId, eventId: id })
  return id
}

async function buy(): Promise<string> {
  const { promoterId, context } = shop
  const seat = await insertTicketType(context.db, { promoterId, eventId: tokyoId, priceCents: 2000 })
  const cart = newCartId()
  await shop.hold(cart, { [seat]: 1 })
  const { data } = await shop.checkout(cart, 20)
  expect((await shop.pay(data.order.id, CARDS.good)).data.status).toBe('succeeded')
  return data.order.id
}

/** Values on the invoice, by label. */
async function factsOf(id: string): Promise<(label: string) => string | undefined> {
  const site = shop.context.sites.resolve('localhost')
  const client = { origin: 'http://localhost', cookies: {} }
  const invoice = await getInvoice(shop.context, { site, id, client })
  if (!invoice || typeof invoice === 'string') throw new Error(`Order ${id} has no invoice.`)
  const lines = readPdfText(invoice.pdf).split('\n')
  return (label) => lines[lines.indexOf(label) - 1]
}

describe('the dates of an invoice', () => {
  it('are in the time zone of most of the seller’s events, not in that of the venue', async () => {
    const id = await buy()
    await sql`
      insert into refunds (promoter_id, order_id, status, reason, amount_cents, promoter_cents, taxes_cents, fees_cents,
        created_at, updated_at)
      values (${shop.promoterId}, ${id}, 'succeeded', 'requested', 500, 500, 0, 0, ${new Date(NEW_YEARS_EVE)},
        ${new Date(NEW_YEARS_EVE)})`.execute(shop.context.db)
    const after = await factsOf(id)
    expect(after('Issued')).toBe('31 December 2026')
    expect(after('Paid')).toBe('31 December 2026')
    expect(after('Refunded on 31 December 2026')).toBe('−€5.00')
  })

  it('stay when the seller later has more events in another time zone', async () => {
    const id = await buy()
    await factsOf(id)
    for (let count = 0; count < 3; count += 1) await insertEventIn('Asia/Tokyo')
    const after = await factsOf(id)
    expect(after('Issued')).toBe('31 December 2026')
    expect(after('Paid')).toBe('31 December 2026')
  })

  it('of an invoice from an earlier version stay in its event’s time zone', async () => {
    const id = await buy()
    await sql`
      insert into invoices (promoter_id, number, order_id, issued_at)
      values (${shop.promoterId}, 1, ${id}, ${new Date(NEW_YEARS_EVE)})`.execute(shop.context.db)
    expect((await factsOf(id))('Issued')).toBe('1 January 2027')
  })

  it('of invoices that were issued before the update stay, even if the event moves', async () => {
    const { db } = shop.context
    const id = await buy()
    await sql`
      insert into invoices (promoter_id, number, order_id, issued_at)
      values (${shop.promoterId}, 1, ${id}, ${new Date(NEW_YEARS_EVE)})`.execute(db)
    await sql`alter table invoices drop column time_zone`.execute(db)
    const [, migration = ''] = (await readMigrations()).find(([name]) => name.startsWith('0106')) ?? []
    await sql.raw(migration).execute(db)
    await sql`update events set time_zone = 'Europe/Berlin' where id = ${tokyoId}`.execute(db)
    expect((await factsOf(id))('Issued')).toBe('1 January 2027')
  })
})
