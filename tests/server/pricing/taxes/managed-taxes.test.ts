import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  ManagedTaxRate,
  PromoterTaxes,
  TaxedTicketType,
  TaxSettings,
} from '#contracts/console/pricing/taxes.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { newCartId } from '#tests/support/shop.ts'

const PATH = '/api/promoter/taxes'
const RATES = '/api/promoter/taxes/rates'

let fixture: ConsoleFixture
let typeId: string
let ofType: string

beforeAll(async () => {
  fixture = await openConsoleFixture()
  typeId = await insertTicketType(fixture.context.db, { ...fixture, priceCents: 2000 })
  ofType = `/api/promoter/ticket-types/${typeId}/taxes`
})
afterAll(() => fixture.close())

const get = async () => (await fixture.owner.ask<PromoterTaxes>('GET', PATH)).data

async function create(name: string, percent: number): Promise<ManagedTaxRate> {
  const { data, error } = await fixture.owner.ask<{ rate: ManagedTaxRate }>('POST', RATES, {
    body: { name, percent },
  })
  expect(error).toBeUndefined()
  return data.rate
}

const assign = (before: string[], rateIds: string[]) =>
  fixture.owner.ask<{ ticketType: TaxedTicketType }>('PUT', ofType, { body: { before, rateIds } })

describe('rates', () => {
  it('have four decimals, and are unique', async () => {
    expect(await create('State', 8.875)).toMatchObject({ name: 'State', percent: 8.875, version: 1 })
    expect(
      (await fixture.owner.ask('POST', RATES, { body: { name: 'State', percent: 8.875 } })).error.code,
    ).toBe('TAX_RATE_THERE')
    for (const body of [
      { name: 'X', percent: 1.00001 },
      { name: 'X', percent: 101 },
      { name: ' ', percent: 1 },
    ])
      expect((await fixture.owner.ask('POST', RATES, { body })).status).toBe(422)
    const { rows } = await sql`select rate_millionths from tax_rates where name = 'State'`.execute(
      fixture.context.db,
    )
    expect(rows).toEqual([{ rate_millionths: 88_750 }])
  })

  it('conflict on concurrent changes', async () => {
    const rate = await create('City', 1)
    const change = (percent: number) =>
      fixture.owner.ask<{ rate: ManagedTaxRate }>('PUT', `${RATES}/${rate.id}`, {
        body: { name: 'City', percent, version: 1 },
      })
    const both = await Promise.all([change(2), change(3)])
    const won = both.find(({ success }) => success)
    expect(both.find(({ success }) => !success)?.error).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { current: won?.data.rate },
    })
  })

  it('can be deleted only without ticket types', async () => {
    const rate = await create('Gone', 5)
    await assign([], [rate.id])
    expect((await fixture.owner.ask('DELETE', `${RATES}/${rate.id}`)).error.code).toBe('TAX_RATE_IN_USE')
    await assign([rate.id], [])
    expect((await fixture.owner.ask('DELETE', `${RATES}/${rate.id}`)).success).toBe(true)
    expect((await fixture.owner.ask('DELETE', `${RATES}/${rate.id}`)).error.code).toBe('NOT_FOUND')
  })
})

describe('taxes of a ticket type', () => {
  it('keep the order of rates, and conflict on concurrent changes', async () => {
    const one = await create('One', 4)
    const two = await create('Two', 7)
    expect((await assign([], [two.id, one.id])).data.ticketType.rateIds).toEqual([two.id, one.id])
    expect((await assign([], [one.id])).error).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { current: { rateIds: [two.id, one.id] } },
    })
    expect((await get()).ticketTypes).toMatchObject([{ id: typeId, rateIds: [two.id, one.id] }])
    await assign([two.id, one.id], [])
  })

  it('exclude another promoter’s rates', async () => {
    const other = await insertPromoter(fixture.context.db, 'Brickworks')
    const rate = await create('Theirs', 5)
    await sql`update tax_rates set promoter_id = ${other} where id = ${rate.id}`.execute(fixture.context.db)
    expect((await assign([], [rate.id])).status).toBe(422)
    const body = { name: 'Mine', percent: 1, version: 1 }
    expect((await fixture.owner.ask('PUT', `${RATES}/${rate.id}`, { body })).error.code).toBe('NOT_FOUND')
    expect((await fixture.owner.ask('DELETE', `${RATES}/${rate.id}`)).error.code).toBe('NOT_FOUND')
  })

  it('apply from the next quote on, reported to an open cart', async () => {
    const { settings } = await get()
    const put = (body: TaxSettings) => fixture.owner.ask<{ settings: TaxSettings }>('PUT', PATH, { body })
    const saved = await put({ ...settings, included: false, rounding: 'per_rate' })
    expect(saved.data.settings).toEqual({
      included: false,
      rounding: 'per_rate',
      version: settings.version + 1,
    })
    expect((await put(settings)).error.code).toBe('EDIT_CONFLICT')
    const rate = await create('On top', 10)
    const cartId = newCartId()
    await fixture.hold(cartId, { [typeId]: 1 })
    await assign([], [rate.id])
    expect((await fixture.checkout(cartId, 20)).error.code).toBe('PRICE_CHANGED')
    expect((await fixture.checkout(cartId, 22)).success).toBe(true)
  })
})

it('taxes are for owners and managers', async () => {
  for (const role of ['manager', 'sales', 'door', 'nobody'] as const) {
    const { ask } = await fixture.join(role)
    expect((await ask('GET', PATH)).status).toBe(role === 'manager' ? 200 : 403)
    const { status } = await ask('POST', RATES, { body: { name: role, percent: 1 } })
    expect(status).toBe(role === 'manager' ? 201 : 403)
  }
})
