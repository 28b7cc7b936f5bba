import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ManagedTicketType } from '#contracts/console/ticket-types.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'

const FIELDS = {
  name: 'Standing',
  description: '',
  price: 25.5,
  capacity: 100,
  minPerOrder: 1,
  saleStartsAt: null,
  saleEndsAt: null,
  active: true,
  isHidden: false,
  accessCode: null,
  followsId: null,
  poolId: null,
  taxIds: [],
}

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

interface Limits {
  maxPerOrder?: number | null
  maxPerCustomer?: number | null
}

const create = async (limits: Limits): Promise<ManagedTicketType> => {
  const path = `/api/promoter/events/${fixture.eventId}/ticket-types`
  const body = { ...FIELDS, ...limits }
  return (await fixture.owner.ask<{ ticketType: ManagedTicketType }>('POST', path, { body })).data.ticketType
}

const put = async ({ id, version }: ManagedTicketType, limits: Limits): Promise<ManagedTicketType> => {
  const body = { version, fields: { ...FIELDS, ...limits } }
  const path = `/api/promoter/ticket-types/${id}`
  return (await fixture.owner.ask<{ ticketType: ManagedTicketType }>('PUT', path, { body })).data.ticketType
}

const offerOf = async (id: string): Promise<unknown> => {
  const { data } = await fixture.ask<{ id: string }[]>('GET', `/api/public/events/${fixture.eventId}/tickets`)
  return data.find((offer) => offer.id === id)
}

it('§3 a ticket type has a limit per customer, the fallback of the limit per order', async () => {
  const type = await create({ maxPerCustomer: 4 })
  expect(type).toMatchObject({ maxPerOrder: null, maxPerCustomer: 4 })
  expect(await offerOf(type.id)).toMatchObject({ maxPerOrder: 4, maxPerCustomer: 4 })
  const changed = await put(type, { maxPerOrder: 2, maxPerCustomer: 6 })
  const { rows } = await sql`select action, before, after from audit_log order by id desc limit 1`.execute(
    fixture.context.db,
  )
  expect(rows).toEqual([
    {
      action: 'ticket_type.changed',
      before: { maxPerOrder: null, maxPerCustomer: 4 },
      after: { maxPerOrder: 2, maxPerCustomer: 6 },
    },
  ])
  expect((await put(changed, { maxPerOrder: 2 })).maxPerCustomer).toBeNull()
})

it('§3 callers without limits get 10 per order', async () => {
  const type = await create({})
  expect(type).toMatchObject({ maxPerOrder: null, maxPerCustomer: null })
  expect(await offerOf(type.id)).toMatchObject({ maxPerOrder: 10 })
  expect(await offerOf(type.id)).not.toHaveProperty('maxPerCustomer')
})
