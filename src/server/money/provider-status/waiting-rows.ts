import { queryRows, type Db } from '#server/platform/db/query.ts'

export interface WaitingForFundsRow {
  kind: 'payout' | 'refund'
  id: string
  promoterName: string
  orderNumber: string
  amountCents: number
  currency: string
  since: Date
}

/** Lists payouts and refunds that wait because the balance at the provider is too low, oldest first. */
export async function listWaitingForFunds(db: Db, limit: number): Promise<WaitingForFundsRow[]> {
  const payouts = await queryRows<Omit<WaitingForFundsRow, 'kind' | 'orderNumber'>>(db)`
    select w.id, p.name as "promoterName", w.amount_cents as "amountCents", w.currency, s.since
    from payouts w join promoters p on p.id = w.promoter_id
      cross join lateral (select coalesce(w.short_of_funds_since, w.requested_at) as since) s
    where w.short_of_funds_since is not null order by w.short_of_funds_since, w.id limit ${limit}`
  const refunds = await queryRows<Omit<WaitingForFundsRow, 'kind'>>(db)`
    select w.id, p.name as "promoterName", o.number as "orderNumber", w.amount_cents as "amountCents", o.currency, s.since
    from refunds w join promoters p on p.id = w.promoter_id join orders o on o.id = w.order_id
      cross join lateral (select coalesce(w.short_of_funds_since, w.created_at) as since) s
    where w.short_of_funds_since is not null order by w.short_of_funds_since, w.id limit ${limit}`
  return [
    ...payouts.map((row): WaitingForFundsRow => ({ ...row, kind: 'payout', orderNumber: '' })),
    ...refunds.map((row): WaitingForFundsRow => ({ ...row, kind: 'refund' })),
  ]
    .toSorted((one, other) => one.since.getTime() - other.since.getTime())
    .slice(0, limit)
}
