import { sql } from 'kysely'
import type { VoucherState } from '#contracts/console/pricing/vouchers.ts'
import type { VoucherKind } from '#model/sales/vouchers/vouchers.ts'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import { voucherColumns, type VoucherRow } from './voucher-rows.ts'

export interface VoucherListRow extends VoucherRow {
  state: VoucherState
  reservedCents: number
}

/** SQL for the state of a voucher `v` at the time `now`. */
const stateAt = (now: Date) => sql`
  case when v.status = 'void' then 'void' when v.status = 'expired' or v.expires_at <= ${now} then 'expired'
    when v.balance_cents = 0 then 'used' else 'active' end`

const rowAt = (now: Date) => sql`
  ${voucherColumns}, ${stateAt(now)} as state, coalesce((
    select sum(u.amount_cents) from order_vouchers u join orders o on o.id = u.order_id
    where u.promoter_id = v.promoter_id and u.voucher_id = v.id and o.status = 'pending' and o.expires_at > ${now}), 0)::bigint + coalesce((
    select sum(r.amount_cents) from voucher_sales s join refunds r on r.order_id = s.order_id
    where s.voucher_id = v.id and r.status = 'pending'), 0)::bigint as "reservedCents"`

interface VoucherPage {
  promoterId: string
  q?: string | undefined
  /** Hash of `q`, if `q` is a complete code. */
  codeHash?: Buffer | undefined
  state?: VoucherState | undefined
  kind?: VoucherKind | undefined
  after: ListPosition | undefined
  limit: number
  now: Date
}

export function listVoucherPage(db: Db, list: VoucherPage): Promise<VoucherListRow[]> {
  const { promoterId, q, codeHash, state, kind, after, limit, now } = list
  const contains = `%${(q ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return queryRows<VoucherListRow>(db)`
    select ${rowAt(now)} from vouchers v
    where v.promoter_id = ${promoterId}
      ${kind ? sql`and v.kind = ${kind}` : sql``}
      ${state ? sql`and ${stateAt(now)} = ${state}` : sql``}
      ${
        q
          ? sql`and (v.code_end = ${q.toUpperCase()} or v.code_hash = ${codeHash ?? null} or v.recipient ilike ${contains} or v.note ilike ${contains})`
          : sql``
      }
      ${after ? sql`and (date_trunc('milliseconds', v.created_at), v.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by date_trunc('milliseconds', v.created_at) desc, v.id desc limit ${limit}`
}

/** Returns the vouchers in the order of `ids`. */
export function findVoucherListRows(
  db: Db,
  find: { promoterId: string; ids: readonly string[]; now: Date },
): Promise<VoucherListRow[]> {
  return queryRows<VoucherListRow>(db)`
    select ${rowAt(find.now)} from vouchers v
    where v.promoter_id = ${find.promoterId} and v.id = any(${find.ids}::uuid[])
    order by array_position(${find.ids}::uuid[], v.id)`
}

/** Sums the balances by currency, in minor units. */
export function sumOpenVouchers(
  db: Db,
  promoterId: string,
): Promise<{ currency: string; givenCents: number; paidInCents: number }[]> {
  return queryRows<{ currency: string; givenCents: number; paidInCents: number }>(db)`
    select currency, coalesce(sum(balance_cents) filter (where not paid_in), 0)::bigint as "givenCents",
      coalesce(sum(balance_cents) filter (where paid_in), 0)::bigint as "paidInCents"
    from vouchers where promoter_id = ${promoterId} and balance_cents > 0 group by currency order by currency`
}
