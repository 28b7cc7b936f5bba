import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { LegalTextVersion } from '#model/sites/buyer-legal-texts.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertLegalText, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { newCartId } from '#tests/support/shop.ts'

let fixture: ConsoleFixture
let ticketTypeId = ''
let terms: LegalTextVersion[] = []

beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  const { promoterId, eventId, context } = fixture
  ticketTypeId = await insertTicketType(context.db, { promoterId, eventId, priceCents: 2000, capacity: 9 })
  terms = [await publish('terms'), await publish('privacy')]
})

async function publish(kind: 'terms' | 'privacy'): Promise<LegalTextVersion> {
  const { promoterId, context } = fixture
  const { rows } = await sql<{ version: number }>`
    select count(*)::int + 1 as version from legal_texts where promoter_id = ${promoterId} and kind = ${kind}`.execute(
    context.db,
  )
  const version = rows[0]?.version ?? 0
  await insertLegalText(context.db, { promoterId, kind, version })
  return { kind, promoterId, version }
}

async function buy(more: { acceptedLegalTexts?: unknown; key?: string }, cart = newCartId()) {
  await fixture.hold(cart, { [ticketTypeId]: 1 })
  return { cart, ...(await fixture.checkout(cart, 20, more)) }
}

const ordersOf = async (cartId: string) =>
  (await sql`select id from orders where cart_id = ${cartId}`.execute(fixture.context.db)).rows

const detailOf = async (orderId: string) =>
  (await fixture.owner.ask<{ detail: OrderDetail }>('GET', `/api/promoter/orders/${orderId}`)).data.detail

describe('accepted legal texts', () => {
  test('are stored with the order, with versions visible to its promoter', async () => {
    const { status, data } = await buy({ acceptedLegalTexts: terms })
    expect(status).toBe(201)
    const publishedAt = '2026-03-12T12:00:00.000Z'
    const kept = terms.map((text) => ({ ...text, by: 'Aurora', publishedAt }))
    expect((await detailOf(data.order.id)).acceptedLegalTexts).toEqual(kept)
    await publish('terms')
    expect((await detailOf(data.order.id)).acceptedLegalTexts).toEqual(kept)
  })

  test('are TERMS_CHANGED for an outdated version: nothing is ordered until the new one is accepted', async () => {
    const newer = await publish('terms')
    const { cart, status, error } = await buy({ acceptedLegalTexts: terms })
    expect(status).toBe(409)
    const inForce = [newer, ...terms.slice(1)]
    expect(error).toMatchObject({ code: 'TERMS_CHANGED', details: { legalTexts: inForce } })
    expect(await ordersOf(cart)).toEqual([])
    expect(await fixture.counters(ticketTypeId)).toMatchObject({ held: 1, sold: 0 })
    expect((await fixture.checkout(cart, 20, { acceptedLegalTexts: inForce })).status).toBe(201)
  })

  test('are not checked for a repeated order', async () => {
    const key = crypto.randomUUID()
    const first = await buy({ acceptedLegalTexts: terms, key })
    await publish('terms')
    const again = await fixture.checkout(first.cart, 20, { acceptedLegalTexts: terms, key })
    expect(again.data.order.id).toBe(first.data.order.id)
  })

  test('are not stored for a call without them', async () => {
    const { status, data } = await buy({})
    expect(status).toBe(201)
    expect((await detailOf(data.order.id)).acceptedLegalTexts).toEqual([])
  })

  test.each([
    ['none, where there are some', () => []],
    ['only some', () => terms.slice(0, 1)],
    ['the same twice', () => [...terms.slice(0, 1), ...terms]],
    ['a version that nobody has written', () => terms.map((text) => ({ ...text, version: 2_000_000 }))],
    ['the main site’s', () => terms.map((text) => ({ ...text, promoterId: null }))],
    ['what is nobody’s', () => terms.map((text) => ({ ...text, promoterId: "' or true --" }))],
  ])('are not %s', async (_, accepted) => {
    const { status, error } = await buy({ acceptedLegalTexts: accepted() })
    expect([status, error?.code]).toEqual([409, 'TERMS_CHANGED'])
  })

  test('are not another promoter’s', async () => {
    const promoterId = await insertPromoter(fixture.context.db, 'Nordlys')
    await insertLegalText(fixture.context.db, { promoterId, kind: 'terms' })
    const { error } = await buy({ acceptedLegalTexts: [{ kind: 'terms', promoterId, version: 1 }] })
    expect(error?.code).toBe('TERMS_CHANGED')
  })

  test.each([
    ['a list that is too long', () => [...terms, ...terms]],
    ['a page that nobody accepts', () => [{ kind: 'imprint', promoterId: null, version: 1 }]],
    ['version 0', () => [{ kind: 'terms', promoterId: null, version: 0 }]],
    ['no list', () => 'terms'],
  ])('are refused as %s', async (_, accepted) => {
    expect((await buy({ acceptedLegalTexts: accepted() })).status).toBe(422)
  })

  test('can’t be changed or deleted', async () => {
    await buy({ acceptedLegalTexts: terms })
    const { db } = fixture.context
    for (const change of [
      sql`update legal_texts set text = 'Other'`,
      sql`delete from legal_texts`,
      sql`update order_legal_texts set legal_text_id = legal_text_id`,
      sql`delete from order_legal_texts`,
    ])
      await expect(change.execute(db)).rejects.toThrow('append-only')
  })
})
