import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TicketTypeFields } from '#contracts/console/ticket-types.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { whenWaiting } from '#tests/support/locks.ts'

const PLAIN: TicketTypeFields = {
  name: 'Floor',
  description: '',
  price: 10,
  capacity: 50,
  minPerOrder: 1,
  maxPerOrder: null,
  maxPerCustomer: null,
  saleStartsAt: null,
  saleEndsAt: null,
  active: true,
  isHidden: false,
  accessCode: null,
  followsId: null,
  poolId: null,
  taxIds: [],
}

let f: ConsoleFixture
let typeId: string
beforeEach(async () => {
  f = await openConsoleFixture()
  typeId = await insertTicketType(f.context.db, { ...f, priceCents: 1000, capacity: 50 })
})
afterEach(() => f.close())

/** Runs `act` while another transaction has deleted a row and not ended. */
async function duringDeletion(
  table: 'ticket_types' | 'tax_rates',
  id: string,
  act: () => Promise<Answer<unknown>>,
): Promise<string> {
  const trx = await f.context.db.startTransaction().execute()
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(trx)
  const acting = act()
  await whenWaiting(f.context.db).finally(() => trx.commit().execute())
  return (await acting).error.code
}

const order = () =>
  f.owner.ask('POST', '/api/promoter/orders', {
    key: randomUUID(),
    body: {
      items: [{ ticketTypeId: typeId, quantity: 1 }],
      customer: { firstName: 'Ada', lastName: 'L', email: '' },
      takenOutside: 'complimentary',
    },
  })

const rule = () =>
  f.owner.ask('POST', '/api/promoter/commission-rules', {
    body: {
      memberId: null,
      eventId: f.eventId,
      ticketTypeId: typeId,
      currency: null,
      approval: 'open',
      terms: { kind: 'percentage', percent: 10 },
    },
  })

describe('a ticket type that is deleted at the same moment', () => {
  it.each([
    ['a manual order', order],
    ['a commission rule', rule],
  ])('isn’t found by %s', async (_, act) => {
    expect(await duringDeletion('ticket_types', typeId, act)).toBe('NOT_FOUND')
    expect((await act()).error.code, 'afterwards').toBe('NOT_FOUND')
  })

  it('is deleted with a commission rule that was saved before', async () => {
    const trx = await f.context.db.startTransaction().execute()
    await sql`
      insert into commission_rules (promoter_id, event_id, ticket_type_id, approval, kind, basis_points, created_at)
      values (${f.promoterId}, ${f.eventId}, ${typeId}, 'open', 'percentage', 1000, now())`.execute(trx)
    const deleting = f.owner.ask('DELETE', `/api/promoter/ticket-types/${typeId}`)
    await whenWaiting(f.context.db).finally(() => trx.commit().execute())
    expect((await deleting).status).toBe(200)
    const { rows } = await sql`select from commission_rules`.execute(f.context.db)
    expect(rows).toEqual([])
  })
})

describe('a tax rate that is deleted at the same moment', () => {
  let rateId: string
  beforeEach(async () => {
    const made = await f.owner.ask<{ rate: { id: string } }>('POST', '/api/promoter/taxes/rates', {
      body: { name: 'VAT', percent: 7 },
    })
    rateId = made.data.rate.id
  })

  const fields = () => ({ ...PLAIN, taxIds: [rateId] })
  it.each<[string, () => Promise<Answer<unknown>>]>([
    [
      'changed',
      () =>
        f.owner.ask('PUT', `/api/promoter/ticket-types/${typeId}`, {
          body: { fields: fields(), version: 1 },
        }),
    ],
    ['new', () => f.owner.ask('POST', `/api/promoter/events/${f.eventId}/ticket-types`, { body: fields() })],
    [
      'taxed',
      () =>
        f.owner.ask('PUT', `/api/promoter/ticket-types/${typeId}/taxes`, {
          body: { rateIds: [rateId], before: [] },
        }),
    ],
  ])('isn’t a tax of a %s ticket type', async (_, act) => {
    expect(await duringDeletion('tax_rates', rateId, act)).toBe('VALIDATION_ERROR')
    expect((await act()).error.code, 'afterwards').toBe('VALIDATION_ERROR')
  })
})
