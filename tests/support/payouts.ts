import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EarningTotals } from '#contracts/portal/earnings.ts'
import type { Order } from '#model/sales/orders.ts'
import type { Payees } from '#server/money/providers/provider.ts'
import { insertTicketType } from './factories.ts'
import { insertLink, insertRule, openSeller, readEarnings, sell, type Seller } from './sellers.ts'
import { openShop, type Shop } from './shop.ts'

export interface PayoutShop {
  shop: Shop
  seller: Seller
  owner: Seller
  ticketTypeId: string
  order: Order
  totals: () => Promise<EarningTotals | undefined>
  refund: (body?: unknown) => Promise<unknown>
  autoLimit: (cents: number) => Promise<unknown>
  statusOf: (payoutId: string) => Promise<string>
  /** Kinds of emails about payouts. */
  mails: () => Promise<string[]>
  moved: () => Promise<{ transfers: number[]; payouts: number[] }>
  breakPayees: (broken: Partial<Payees>) => () => void
}

export async function openPayoutShop(): Promise<PayoutShop> {
  const shop = await openShop()
  const { promoterId, eventId, context } = shop
  const { db } = context
  const seller = await openSeller(shop)
  const owner = await openSeller(shop, 'owner')
  const linkId = await insertLink(shop, seller.id)
  const ticketTypeId = await insertTicketType(db, { promoterId, eventId })
  await insertRule(shop, { basisPoints: 2000 })
  const order = await sell(shop, { linkId, wishes: { [ticketTypeId]: 4 }, total: 100 })
  return {
    shop,
    seller,
    owner,
    ticketTypeId,
    order,
    totals: async () => (await readEarnings(seller)).totals[0],
    refund: (body = { all: true }) =>
      owner.ask('POST', `/api/promoter/orders/${order.id}/refunds`, { body, key: randomUUID() }),
    autoLimit: (cents) =>
      sql`update promoters set payout_auto_limit_cents = ${cents}, payout_auto_limit_currency = 'EUR'`.execute(
        db,
      ),
    statusOf: async (id) =>
      (await db.selectFrom('payouts').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status,
    mails: async () =>
      (await db.selectFrom('mails').select('kind').where('kind', 'like', 'payout%').execute())
        .map(({ kind }) => kind)
        .toSorted(),
    moved: async () => {
      const { rows } = await sql<{ transfers: number[]; payouts: number[] }>`
        select (select coalesce(array_agg(amount_cents::int order by created_at, amount_cents), '{}') from sandbox.transfers) as transfers,
          (select coalesce(array_agg(amount_cents::int order by created_at, amount_cents), '{}') from sandbox.payouts) as payouts`.execute(
        db,
      )
      return rows[0] ?? { transfers: [], payouts: [] }
    },
    breakPayees: (broken) => {
      const whole = context.payments
      context.payments = { ...whole, payees: { ...whole.payees, ...broken } }
      return () => {
        context.payments = whole
      }
    },
  }
}
