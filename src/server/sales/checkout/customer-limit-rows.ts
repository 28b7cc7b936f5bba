import { sql } from 'kysely'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface LimitedCustomer {
  email: string
  accountId: string | null
}

export function findCartTerms(
  db: Db,
  cartId: string,
): Promise<{ promoterId: string; isLimited: boolean } | undefined> {
  return queryRow<{ promoterId: string; isLimited: boolean }>(db)`
    select c.promoter_id as "promoterId", exists (
      select from holds h join ticket_types t on t.id = h.ticket_type_id
      where h.cart_id = c.id and t.max_per_customer is not null
    ) as "isLimited"
    from carts c where c.id = ${cartId}`
}

/** Accounts that provably belong to the customer: the signed-in account, and the account that has verified the email address. */
const knownAccounts = ({ email, accountId }: LimitedCustomer) => sql`
  select id, email from accounts
  where email_verified_at is not null and (email = ${email} or id = ${accountId}::uuid)`

/**
 * Locks the customer until the transaction ends. Checkouts with the same email address or the same account share a limit, so
 * the second one waits until the first has committed. Locks are taken in sorted order to avoid deadlocks.
 */
export async function lockCustomer(trx: Trx, customer: LimitedCustomer): Promise<void> {
  await execute(trx)`
    with known as (${knownAccounts(customer)}), keys as (
      select ${customer.email}::text as key union select email from known union select id::text from known
      union select ${customer.accountId}::text where ${customer.accountId}::text is not null
    )
    select pg_advisory_xact_lock(hashtextextended('customer ' || key, 0)) from (select key from keys order by key) sorted`
}

/**
 * Counts the customer's tickets by ticket type: tickets of paid orders that aren't void, and all tickets of pending orders.
 * Includes manual orders.
 */
export async function countCustomerTickets(
  db: Db,
  find: LimitedCustomer & {
    promoterId: string
    ticketTypeIds: readonly string[]
    now: Date
    exceptOrderId?: string | undefined
  },
): Promise<Map<string, number>> {
  const { promoterId, ticketTypeIds, now, exceptOrderId = null, email, accountId } = find
  const rows = await queryRows<{ ticketTypeId: string; count: number }>(db)`
    with known as materialized (${knownAccounts(find)}), own as (
      select o.id, o.status from orders o
      where o.promoter_id = ${promoterId} and o.id is distinct from ${exceptOrderId}::uuid
        and (o.status in ('paid', 'partially_refunded') or (o.status = 'pending' and o.expires_at > ${now}))
        and (o.email = any(array(select ${email}::text union select email from known))
          or o.account_id = any(array(select id from known))
          or o.buyer_account_id = any(array(select id from known union select ${accountId}::uuid)))
    )
    select i.ticket_type_id as "ticketTypeId", sum(case when own.status = 'pending' then i.quantity else (
        select count(*) from tickets t
        where t.order_id = own.id and t.ticket_type_id = i.ticket_type_id and t.status <> 'void'
      ) end)::int as count
    from own join order_items i on i.order_id = own.id
    where i.ticket_type_id = any(${ticketTypeIds}::uuid[]) group by 1`
  return new Map(rows.map((row) => [row.ticketTypeId, row.count]))
}
