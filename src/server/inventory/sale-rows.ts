import { sql, type Transaction } from 'kysely'
import type { Database } from '../db/tables.ts'
import { lockCounters, takeLapsed } from './hold-rows.ts'

type Trx = Transaction<Database>

/**
 * What an order does with inventory. The statements of each go out together, and the commit right behind them: while the lock
 * that everybody wants is held, nobody waits for this process. A rule that is not kept breaks the transaction, by its name.
 */

export interface Sold {
  ticketTypeId: string
  quantity: number
}

/** `holds_are_whole` when a hold's time ran out before its lock was there, and it may be somebody else's by now. */
export const keepHolds = (
  trx: Trx,
  keep: { cartId: string; lines: readonly Sold[]; expiresAt: Date; now: Date },
): Promise<unknown>[] => {
  const { cartId, lines, expiresAt, now } = keep
  const ids = lines.map((line) => line.ticketTypeId)
  return [
    lockCounters(trx, ids),
    takeLapsed(trx, { ids, now }),
    sql`
      with kept as (
        update holds h set expires_at = ${expiresAt} from unnest(${ids}::uuid[], ${quantitiesOf(lines)}::int[]) v (id, quantity)
        where h.cart_id = ${cartId} and h.ticket_type_id = v.id and h.quantity = v.quantity returning 1
      ), moved as (
        update carts set expires_at = ${expiresAt} where id = ${cartId}
      )
      select require(count(*) = ${lines.length}::int, 'holds_are_whole') from kept`.execute(trx),
  ]
}

/** The same for a cart whose payment is under way; what has lapsed meanwhile is not brought back. */
export const lengthenHolds = (
  trx: Trx,
  keep: { cartId: string; ticketTypeIds: readonly string[]; expiresAt: Date; now: Date },
): Promise<unknown>[] => {
  const { cartId, ticketTypeIds, expiresAt, now } = keep
  return [
    lockCounters(trx, ticketTypeIds),
    takeLapsed(trx, { ids: ticketTypeIds, now }),
    sql`
      with kept as (update holds set expires_at = ${expiresAt} where cart_id = ${cartId})
      update carts set expires_at = ${expiresAt} where id = ${cartId} and not swept`.execute(trx),
  ]
}

/**
 * Sells what the cart holds, where `cartId` says one, and else from what is free, and forgets the cart. The table's own
 * `never_oversold` when there is not enough.
 */
export const sellHolds = (
  trx: Trx,
  sale: { cartId: string | undefined; items: readonly Sold[]; now: Date },
): Promise<unknown>[] => {
  const { cartId = null, items, now } = sale
  const ids = items.map((item) => item.ticketTypeId)
  return [
    lockCounters(trx, ids),
    takeLapsed(trx, { ids, now }),
    sql`
      with held as (
        delete from holds where cart_id = ${cartId}::uuid returning promoter_id, ticket_type_id, client, prefix, quantity
      ), paid as (
        insert into unpaid_holds (promoter_id, ticket_type_id, client, prefix, quantity, at)
        select promoter_id, ticket_type_id, client, prefix, -quantity, ${now} from held where prefix is not null
      ), gone as (
        delete from carts where id = ${cartId}::uuid
      ), sold as (
        update inventory i set held = i.held - coalesce(held.quantity, 0), sold = i.sold + v.quantity
        from unnest(${ids}::uuid[], ${quantitiesOf(items)}::int[]) v (id, quantity)
        left join held on held.ticket_type_id = v.id
        where i.ticket_type_id = v.id returning 1
      )
      select require(count(*) = ${items.length}::int, 'inventory_is_known') from sold`.execute(trx),
  ]
}

const quantitiesOf = (lines: readonly Sold[]): number[] => lines.map((line) => line.quantity)
