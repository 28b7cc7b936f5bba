import { afterEach, beforeEach, expect, it } from 'vitest'
import { openMember } from '#tests/support/domains.ts'
import { openSeller } from '#tests/support/door-sales.ts'
import { insertEvent, insertTaxes, insertTerms, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { sell } from '#tests/support/sellers.ts'
import { openSettlementShop, type SettlementShop } from '#tests/support/settlements.ts'

let fixture: SettlementShop
beforeEach(async () => {
  fixture = await openSettlementShop()
})
afterEach(async () => {
  const wrong = await findContradictions(fixture.shop.context.db)
  // The door's member has a session without a refresh token.
  expect(wrong.filter((each) => !each.startsWith('session '))).toEqual([])
  await fixture.shop.close()
})

/** Opens a device with a share. */
async function openDoor(ticketTypeId: string) {
  const { bearer } = await openMember(fixture.shop.context, fixture.shop.promoterId, 'manager')
  const seller = await openSeller(fixture.shop, bearer)
  await seller.ask(ticketTypeId, 50)
  await seller.refresh()
  return seller
}

it('cash sales leave the platform’s share owed, which the next settlement deducts', async () => {
  const { context } = fixture.shop
  await insertTerms(context.db, { ticketBaseCents: 50 })
  await fixture.openAccount()
  const seller = await openDoor(fixture.ticketTypeId)
  const kept = seller.sell(fixture.ticketTypeId, 4)
  const voided = seller.sell(fixture.ticketTypeId, 2)
  expect((await seller.sync([kept, voided])).data.refused).toEqual([])
  await seller.voidSale(voided.id)
  expect(await fixture.balance()).toMatchObject({ balance: -2, available: 0 })
  await fixture.endEvent()
  expect((await fixture.request()).error.code).toBe('SETTLEMENT_NOTHING_AVAILABLE')
  const { promoterId, clock } = fixture.shop
  const eventId = await insertEvent(context.db, { promoterId, startsAt: new Date(clock.now() + 86_400_000) })
  const nextTypeId = await insertTicketType(context.db, { promoterId, eventId })
  await sell(fixture.shop, { linkId: null, wishes: { [nextTypeId]: 2 }, total: 50 })
  await fixture.days(6)
  const { data } = await fixture.request()
  // 2 × (€25.00 − €0.50) − €2.00.
  expect(data.settlement).toMatchObject({ amount: 47 })
  expect(await fixture.statement(data.settlement.id)).toMatchObject({ openingBalance: 0, closingBalance: 0 })
})

it('taxes that the platform remits are owed for cash sales too', async () => {
  const { context, promoterId, eventId } = fixture.shop
  await insertTerms(context.db, { taxesRemittedBy: 'platform' })
  const typeId = await insertTicketType(context.db, { promoterId, eventId, priceCents: 1190 })
  await insertTaxes(context.db, { promoterId, ticketTypes: { [typeId]: [['VAT', 190_000]] } })
  const seller = await openDoor(typeId)
  const sale = seller.sell(typeId, 2)
  expect(sale.total).toBe(23.8)
  expect((await seller.sync([sale])).data.refused).toEqual([])
  expect(await fixture.balance()).toMatchObject({ balance: -3.8, available: 0 })
  await seller.voidSale(sale.id)
  expect(await fixture.balance()).toMatchObject({ balance: 0 })
})
