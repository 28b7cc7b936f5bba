import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface DebtorAccountRow {
  currency: string
  holder: string
  /** Encrypted IBAN. */
  number: string
  lastFour: string
  bic: string
}

export function listDebtorAccountRows(db: Db): Promise<DebtorAccountRow[]> {
  return queryRows<DebtorAccountRow>(db)`
    select currency, holder, number, last_four as "lastFour", bic from debtor_accounts order by currency`
}

export function findDebtorAccount(db: Db, currency: string): Promise<DebtorAccountRow | undefined> {
  return queryRow<DebtorAccountRow>(db)`
    select currency, holder, number, last_four as "lastFour", bic from debtor_accounts
    where currency = ${currency}`
}

export async function upsertDebtorAccount(trx: Trx, row: DebtorAccountRow & { now: Date }): Promise<void> {
  await execute(trx)`
    insert into debtor_accounts (currency, holder, number, last_four, bic, updated_at)
    values (${row.currency}, ${row.holder}, ${row.number}, ${row.lastFour}, ${row.bic}, ${row.now})
    on conflict (currency) do update set holder = excluded.holder, number = excluded.number, last_four = excluded.last_four,
      bic = excluded.bic, updated_at = excluded.updated_at`
}
