import { afterEach, beforeEach, expect, it } from 'vitest'
import { openMember } from '#tests/support/domains.ts'
import { openSeller } from '#tests/support/door-sales.ts'
import { insertEvent, insertTaxes, insertTerms, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { sell } from '#tests/support/sellers.ts'
import { openSettlementShop, type SettlementShop } from '#tests/support/settlements.ts'

let desk: SettlementShop
beforeEach(async () => {
  desk = await openSettlementShop()
})
afterEach(async () => {
  const wrong = await findContradictions(desk.shop.context.db)
  // The door's member has a session without a refresh token.
  expect(wrong.filter((each) => !each.startsWith('session '))).toEqual([])
  await desk.shop.close()
})

/** Opens a device with a share. */
async function openDoor(ticketTypeId: string) {
  const { bearer } = await openMember(desk.shop.context, desk.shop.promoterId, 'manager')
  const seller = await openSeller(desk.shop, bearer)
  await seller.ask(ticketTypeId, 50)
  await seller.refresh()
  return seller
}

it('cash sales leave the platform’s share owed, which the next settlement deducts', async () => {
  const { context } = desk.shop
  await insertTerms(context.db, { ticketBaseCents: 50 })
  await desk.openAccount()
  const seller = await openDoor(desk.ticketTypeId)
  const kept = seller.sell(desk.ticketTypeId, 4)
  const voided = seller.sell(desk.ticketTypeId, 2)
  expect((await seller.sync([kept, voided])).data.refused).toEqual([])
  await seller.voidSale(voided.id)
  expect(await desk.balance()).toMatchObject({ balance: -2, available: 0 })
  await desk.endEvent()
  expect((await desk.request()).error.code).toBe('SETTLEMENT_NOTHING_AVAILABLE')
  const { promoterId, clock } = desk.shop
  const eventId = await insertEvent(context.db, { promoterId, startsAt: new Date(clock.now() + 86_400_000) })
  const nextTypeId = await insertTicketType(context.db, { promoterId, eventId })
  await sell(desk.shop, { linkId: null, wishes: { [nextTypeId]: 2 }, total: 50 })
  await desk.days(6)
  const { data } = await desk.request()
  // 2 × (€25.00 − €0.50) − €2.00.
  expect(data.settlement).toMatchObject({ amount: 47 })
  expect(await desk.statement(data.settlement.id)).toMatchObject({ openingBalance: 0, closingBalance: 0 })
})

it('taxes that the platform remits are owed for cash sales too', async () => {
  const { context, promoterId, eventId } = desk.shop
  await insertTerms(context.db, { taxesRemittedBy: 'platform' })
  const typeId = await insertTicketType(context.db, { promoterId, eventId, priceCents: 1190 })
  await insertTaxes(context.db, { promoterId, ticketTypes: { [typeId]: [['VAT', 190_000]] } })
  const seller = await openDoor(typeId)
  const sale = seller.sell(typeId, 2)
  expect(sale.total).toBe(23.8)
  expect((await seller.sync([sale])).data.refused).toEqual([])
  expect(await desk.balance()).toMatchObject({ balance: -3.8, available: 0 })
  await seller.voidSale(sale.id)
  expect(await desk.balance()).toMatchObject({ balance: 0 })
})
