import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contracts/console/audit.ts'
import type { FeeLevel, PromoterFees } from '#contracts/console/pricing/fees.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { newCartId } from '#tests/support/shop.ts'

const PATH = '/api/promoter/fees'
const OWN = '/api/promoter/fees/EUR'

const terms = {
  ticketBaseFee: 0.5,
  ticketPercentageFee: '2.5%',
  orderProcessingFee: 1,
  orderPercentageFee: 0,
}
const told = { ...terms, orderPercentageFee: '0%' }

let fixture: ConsoleFixture
let typeId: string
let ofEvent: string

beforeAll(async () => {
  fixture = await openConsoleFixture()
  typeId = await insertTicketType(fixture.context.db, { ...fixture, priceCents: 2000 })
  ofEvent = `/api/promoter/events/${fixture.eventId}/fees`
})
afterAll(() => fixture.close())

const put = (path: string, version: number, given: Record<string, unknown> = terms) =>
  fixture.owner.ask<FeeLevel>('PUT', path, { body: { ...given, version } })

const list = async () => (await fixture.owner.ask<PromoterFees>('GET', PATH)).data

describe('fees of a promoter', () => {
  it('inherit from event, promoter and platform in this order', async () => {
    expect((await list()).currencies).toMatchObject([{ currency: 'EUR', own: null, source: 'default' }])
    expect((await put(OWN, 0)).data).toEqual({
      own: { terms: told, version: 1 },
      terms: told,
      source: 'promoter',
    })
    expect((await list()).events).toMatchObject([{ own: null, terms: told, source: 'promoter' }])
    await put(ofEvent, 0, { ...terms, ticketBaseFee: 2 })
    expect((await list()).events).toMatchObject([{ terms: { ticketBaseFee: 2 }, source: 'event' }])
    const { rows } = await sql`
      select ticket_basis_points from fee_configurations where event_id = ${fixture.eventId}`.execute(
      fixture.context.db,
    )
    expect(rows).toEqual([{ ticket_basis_points: 250 }])
    const gone = await fixture.owner.ask<FeeLevel>('DELETE', `${ofEvent}?version=1`)
    expect(gone.data).toEqual({ own: null, terms: told, source: 'promoter' })
  })

  it('are listed in the promoter’s own currency before there is an event in it', async () => {
    const { db } = fixture.context
    await sql`update promoters set currency = 'CHF' where id = ${fixture.promoterId}`.execute(db)
    expect((await list()).currencies.map(({ currency }) => currency)).toEqual(['CHF', 'EUR'])
    await sql`update promoters set currency = 'EUR' where id = ${fixture.promoterId}`.execute(db)
  })

  it('apply to the next purchase, never unseen', async () => {
    const current = (await list()).currencies[0]?.own?.version ?? 0
    await put(OWN, current, { ...terms, ticketBaseFee: 0, ticketPercentageFee: 20, orderProcessingFee: 0 })
    const cartId = newCartId()
    await fixture.hold(cartId, { [typeId]: 1 })
    await put(OWN, current + 1)
    // 20 + (0.50 + 2.5% of 20) + 1, instead of 20 + 20%.
    expect((await fixture.checkout(cartId, 24)).error.code).toBe('PRICE_CHANGED')
    expect((await fixture.checkout(cartId, 22)).success).toBe(true)
  })

  it.each([
    [0.5, '0.5 could be 0.5% or 50%. Write it with a % sign.'],
    [1, '1 could be 1% or 100%. Write it with a % sign.'],
    ['2.125%', 'Use at most two decimals.'],
    [120, 'Enter 100% or less.'],
  ])('refuse the percentage %s', async (ticketPercentageFee, message) => {
    const { status, error } = await put(ofEvent, 0, { ...terms, ticketPercentageFee })
    expect(status).toBe(422)
    expect(error.details).toEqual([{ path: 'ticketPercentageFee', message }])
  })

  it('accept an explicit half percent', async () => {
    const { data } = await put(ofEvent, 0, { ...terms, ticketPercentageFee: '0.5%' })
    expect(data.own?.terms.ticketPercentageFee).toBe('0.5%')
    await fixture.owner.ask('DELETE', `${ofEvent}?version=${data.own?.version}`)
  })

  it('conflict on concurrent changes, also of first ones', async () => {
    const both = await Promise.all([put(ofEvent, 0), put(ofEvent, 0, { ...terms, ticketBaseFee: 3 })])
    const won = both.find(({ success }) => success)
    const lost = both.find(({ success }) => !success)
    expect(lost?.error).toMatchObject({ code: 'EDIT_CONFLICT', details: { current: won?.data } })
    expect((await fixture.owner.ask('DELETE', `${ofEvent}?version=7`)).error.code).toBe('EDIT_CONFLICT')
  })

  it('are for owners and managers, of their own events', async () => {
    for (const role of ['manager', 'sales', 'door', 'nobody'] as const) {
      const { ask } = await fixture.join(role)
      expect((await ask('GET', PATH)).status).toBe(role === 'manager' ? 200 : 403)
      expect((await ask('PUT', OWN, { body: { ...terms, version: 99 } })).status).toBe(
        role === 'manager' ? 409 : 403,
      )
    }
    const promoterId = await insertPromoter(fixture.context.db, 'Brickworks')
    const foreign = await insertEvent(fixture.context.db, {
      promoterId,
      startsAt: new Date('2027-01-01T20:00:00Z'),
    })
    for (const id of [foreign, 'nonsense'])
      expect((await put(`/api/promoter/events/${id}/fees`, 0)).error.code).toBe('NOT_FOUND')
  })

  it('are in the audit log', async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_log where action = 'fees.changed'`.execute(fixture.context.db)
    expect(rows[0]?.count).toBeGreaterThan(4)
    const level = (await fixture.owner.ask<PromoterFees>('GET', PATH)).data.currencies[0]
    const own = level?.own
    expect(await put(OWN, own?.version ?? 0, { ...terms, ticketPercentageFee: '3%' })).toMatchObject({
      status: 200,
    })
    await fixture.owner.ask('DELETE', `${OWN}?version=${(own?.version ?? 0) + 1}`)
    const { data } = await fixture.owner.ask<{ entries: AuditEntry[] }>(
      'GET',
      '/api/promoter/audit-log?action=fees.changed',
    )
    expect(data.entries[0]).toMatchObject({
      before: { source: 'promoter', ticketPercentageFee: '3%' },
      after: { source: 'default', ticketPercentageFee: '0%' },
    })
  })
})
