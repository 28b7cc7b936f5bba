import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/db/query.ts'

export interface DebtorAccountRow {
  currency: string
  holder: string
  /** Encrypted IBAN. */
  number: string
  lastFour: string
  bic: string
}

export async function listDebtorAccountRows(db: Db): Promise<DebtorAccountRow[]> {
  const { rows } = await sql<DebtorAccountRow>`
    select currency, holder, number, last_four as "lastFour", bic from debtor_accounts order by currency`.execute(
    db,
  )
  return rows
}

export async function findDebtorAccount(db: Db, currency: string): Promise<DebtorAccountRow | undefined> {
  const { rows } = await sql<DebtorAccountRow>`
    select currency, holder, number, last_four as "lastFour", bic from debtor_accounts
    where currency = ${currency}`.execute(db)
  return rows[0]
}

export async function upsertDebtorAccount(trx: Trx, row: DebtorAccountRow & { now: Date }): Promise<void> {
  await sql`
    insert into debtor_accounts (currency, holder, number, last_four, bic, updated_at)
    values (${row.currency}, ${row.holder}, ${row.number}, ${row.lastFour}, ${row.bic}, ${row.now})
    on conflict (currency) do update set holder = excluded.holder, number = excluded.number, last_four = excluded.last_four,
      bic = excluded.bic, updated_at = excluded.updated_at`.execute(trx)
}
