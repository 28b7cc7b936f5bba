import { sql } from 'kysely'
import type { LedgerSum } from '#model/money/settlements.ts'
import { execute, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'

/**
 * Assigns the promoter's ledger transactions in a currency to this settlement's statement, if they are in the totals and on
 * no statement yet. Transactions that commit later are on the next statement. The caller must hold the locks of the
 * promoter's settings and totals, and insert the settlement in the same transaction. Ignores transactions that a node of the
 * previous version has assigned, because that version doesn't delete their `unstated_transactions` row.
 */
export async function assignTransactions(
  trx: Trx,
  to: { settlementId: string; promoterId: string; currency: string },
): Promise<void> {
  const { settlementId, promoterId, currency } = to
  await execute(trx)`
    with taken as (
      delete from unstated_transactions where promoter_id = ${promoterId} and currency = ${currency} returning transaction_id
    )
    insert into statement_transactions (transaction_id, promoter_id, settlement_id)
    select transaction_id, ${promoterId}::uuid, ${settlementId}::uuid from taken
    on conflict (transaction_id) do nothing`
}

/** Assigns only the settlement's own ledger transaction to its statement. */
export async function assignOwnTransaction(trx: Trx, fact: string, settlementId: string): Promise<void> {
  await execute(trx)`
    insert into statement_transactions (transaction_id, promoter_id, settlement_id)
    select id, promoter_id, ${settlementId}::uuid from ledger_transactions where fact = ${fact}`
}

export function sumStatementRows(db: Db, settlementId: string): Promise<LedgerSum[]> {
  return queryRows<LedgerSum>(db)`
    select t.kind, e.account, sum(e.amount_cents)::bigint as cents
    from statement_transactions s
    join ledger_transactions t on t.id = s.transaction_id
    join ledger_entries e on e.transaction_id = t.id
    where s.settlement_id = ${settlementId} group by t.kind, e.account`
}

export interface StatementEntryRow {
  /** Id of the order, or of the transaction if it belongs to no order. */
  id: string
  at: Date
  orderNumber: string | null
  eventTitles: string[]
  note: string
  /** JSON array of `LedgerSum`. */
  sums: unknown
}

/**
 * Lists the entries of a statement, one per order, oldest first. Excludes transactions that don't change the promoter's
 * balance, such as payouts to members.
 */
export function listStatementEntryRows(
  db: Db,
  list: { settlementId: string; promoterId: string; after: ListPosition | undefined; limit: number },
): Promise<StatementEntryRow[]> {
  const { settlementId, promoterId, after, limit } = list
  return queryRows<StatementEntryRow>(db)`
    with entries as (
      select coalesce(t.order_id, t.id) as id, date_trunc('milliseconds', min(t.created_at)) as at
      from statement_transactions s join ledger_transactions t on t.id = s.transaction_id
      where s.promoter_id = ${promoterId} and s.settlement_id = ${settlementId} and exists (
        select from ledger_entries e where e.transaction_id = t.id and e.account in ('promoter', 'taxes'))
      group by 1
    ), page as (
      select id, at from entries
      ${after ? sql`where (at, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by at, id limit ${limit}
    )
    select p.id, p.at, o.number as "orderNumber",
      array(select distinct e.title from order_items i join events e on e.id = i.event_id
        where i.order_id = p.id order by e.title) as "eventTitles",
      coalesce((select a.reason from ledger_transactions t join adjustments a on a.id::text = split_part(t.fact, ':', 2)
        where t.id = p.id and t.kind = 'adjustment'),
        (select x.reason from ledger_transactions t join settlements x on x.id::text = split_part(t.fact, ':', 2)
        where t.id = p.id and t.kind = 'settlement_failed'), '') as note,
      (select coalesce(json_agg(json_build_object('kind', m.kind, 'account', m.account, 'cents', m.cents)), '[]') from (
        select t.kind, e.account, sum(e.amount_cents)::bigint as cents
        from ledger_transactions t
        join statement_transactions s on s.transaction_id = t.id and s.settlement_id = ${settlementId}
        join ledger_entries e on e.transaction_id = t.id
        where t.promoter_id = ${promoterId} and (t.order_id = p.id or t.id = p.id)
        group by t.kind, e.account) m) as sums
    from page p left join orders o on o.id = p.id and o.promoter_id = ${promoterId}
    order by p.at, p.id`
}
