import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Payout, StaffEarnings } from '#contracts/portal/earnings.ts'
import type { Order } from '#model/sales/orders.ts'
import type { MemberRole } from '#model/people/members.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { createSandboxEngine, LATE_SETTLEMENT_MS } from '#server/money/sandbox-engine/engine.ts'
import { WORKING_TEST_ACCOUNT } from '#server/money/sandbox-engine/payees.ts'
import type { Answer } from './ask.ts'
import { insertMember, openCustomer, type Browser } from './people.ts'
import { CARDS, CUSTOMER, newCartId, type Shop } from './shop.ts'

export type Seller = Browser & { id: string; email: string }

export async function openSeller(shop: Shop, role: MemberRole = 'sales'): Promise<Seller> {
  const seller = await openCustomer(shop)
  await insertMember(shop.context.db, { promoterId: shop.promoterId, accountId: seller.id, role })
  return seller
}

export async function insertLink(
  shop: Pick<Shop, 'promoterId'> & {
    context: Pick<Shop['context'], 'db'>
    clock: Pick<Shop['clock'], 'now'>
  },
  memberId: string | null,
): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into tracking_links (id, promoter_id, member_id, code, name, created_at)
    values (${id}, ${shop.promoterId}, ${memberId}, ${`link-${id.slice(0, 8)}`}, 'Flyer', ${new Date(shop.clock.now())})`.execute(
    shop.context.db,
  )
  return id
}

export interface RuleOptions {
  memberId?: string
  eventId?: string
  ticketTypeId?: string
  basisPoints?: number
  amountCents?: number
  tiers?: readonly { from: number; basisPoints: number }[]
  approval?: 'open' | 'manual' | 'closed'
}

export async function insertRule(shop: Shop, rule: RuleOptions): Promise<void> {
  const { memberId, eventId, ticketTypeId, approval = 'open' } = rule
  await shop.context.db
    .insertInto('commission_rules')
    .values({
      promoter_id: shop.promoterId,
      member_id: memberId,
      event_id: eventId,
      ticket_type_id: ticketTypeId,
      approval,
      created_at: new Date(shop.clock.now()),
      ...termColumns(rule),
    })
    .execute()
}

function termColumns({ tiers, amountCents, basisPoints = 1000 }: RuleOptions) {
  if (tiers) return { kind: 'tiers', tiers: JSON.stringify(tiers) }
  return amountCents === undefined
    ? { kind: 'percentage', basis_points: basisPoints }
    : { kind: 'fixed', amount_cents: amountCents, currency: 'EUR' }
}

export async function sell(
  shop: Shop,
  sale: {
    linkId: string | null
    wishes: Record<string, number>
    total: number
    email?: string
    card?: string
    delivery?: { method: string; address: string }
  },
): Promise<Order> {
  const cart = newCartId()
  await shop.hold(cart, sale.wishes)
  const customer = { ...CUSTOMER, email: sale.email ?? CUSTOMER.email }
  const { order } = (await shop.checkout(cart, sale.total, { customer, delivery: sale.delivery })).data
  await sql`update orders set tracking_link_id = ${sale.linkId} where id = ${order.id}`.execute(
    shop.context.db,
  )
  await shop.pay(order.id, sale.card ?? CARDS.good)
  return (await shop.ask<{ order: Order }>('GET', `/api/public/orders/${order.id}`)).data.order
}

export async function readEarnings(seller: Browser): Promise<StaffEarnings> {
  const answer = await seller.ask<{ earnings: StaffEarnings }>('GET', '/api/public/staff/earnings')
  return answer.data.earnings
}

/** Completes due provider operations and delivers their events. */
export async function hear(shop: Shop): Promise<void> {
  shop.clock.advance(LATE_SETTLEMENT_MS)
  await deliverSandboxEvents(shop.context)
}

/** Opens the seller's payout account and completes its check. Returns its id. */
export async function openPayee(
  shop: Shop,
  seller: Seller,
  bankAccount: string = WORKING_TEST_ACCOUNT,
): Promise<string> {
  await seller.ask('POST', `/api/staff/${seller.id}/sandbox-connect/account`)
  const row = await shop.context.db
    .selectFrom('payee_accounts')
    .select('payee_id')
    .where('account_id', '=', seller.id)
    .executeTakeFirstOrThrow()
  const { payees } = createSandboxEngine(shop.context)
  await payees.submit(row.payee_id, { name: 'Ada Lovelace', bornOn: '1990-12-10', bankAccount })
  await hear(shop)
  return row.payee_id
}

/** Advances the clock by days and signs these people in again. */
export async function goOn(shop: Shop, days: number, people: readonly Seller[]): Promise<void> {
  shop.clock.advance(days * 86_400_000)
  for (const person of people) await person.login(person.email)
}

/** Ends the event and its refund period. */
export const endEvents = (shop: Shop, people: readonly Seller[]): Promise<void> => goOn(shop, 20, people)

export const askForMoney = (
  seller: Seller,
  amount: number,
  key: string = randomUUID(),
): Promise<Answer<{ payout: Payout }>> =>
  seller.ask('POST', `/api/staff/${seller.id}/payouts`, { body: { amount }, key })

export const approve = (
  owner: Browser,
  payoutId: string,
  body: unknown = { approve: true },
): Promise<Answer<{ payout: Payout }>> =>
  owner.ask('POST', `/api/promoter/payouts/${payoutId}/decide`, { body })
