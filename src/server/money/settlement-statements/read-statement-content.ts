import { z } from 'zod'
import { sumStatement, type LedgerSum, type StatementSums } from '#model/money/settlements.ts'
import type { Context } from '#server/context.ts'
import { findSeller, type Seller } from '#server/money/invoices/invoice-rows.ts'
import { findDebtorAccount } from '#server/money/bank-files/debtor-account-rows.ts'
import { findSettlement, type SettlementRow } from '#server/money/settlements/settlement-rows.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { listStatementEntryRows, sumStatementRows, type StatementEntryRow } from './statement-rows.ts'

export interface StatementContent {
  settlement: SettlementRow
  sums: StatementSums
  entries: readonly StatementContentEntry[]
  promoter: Seller
  /** Legal name of the platform, as the holder of its bank account. */
  platformHolder: string
}

export interface StatementContentEntry extends Omit<StatementEntryRow, 'sums'> {
  sums: StatementSums
  /** Part of the order's sale that was paid with vouchers. */
  byVoucherCents: number
}

const CHUNK = 2000
const ledgerSums = z.array(z.object({ kind: z.string(), account: z.string(), cents: z.number() }))

/**
 * Returns a settlement's statement, or undefined if there is none. Operators pass no `promoterId`; for others, it must be
 * the settlement's promoter.
 */
export async function readStatementContent(
  { db }: Pick<Context, 'db'>,
  find: { id: string; promoterId?: string },
): Promise<StatementContent | undefined> {
  const settlement = isUuid(find.id) ? await findSettlement(db, find) : undefined
  if (!settlement) return undefined
  const [sums, entries, promoter, debtor] = await Promise.all([
    sumStatementRows(db, settlement.id),
    readEntries({ db }, settlement),
    findSeller(db, settlement.promoterId),
    findDebtorAccount(db, settlement.currency),
  ])
  return { settlement, sums: sumStatement(sums), entries, promoter, platformHolder: debtor?.holder ?? '' }
}

async function readEntries(
  { db }: Pick<Context, 'db'>,
  { id: settlementId, promoterId }: SettlementRow,
): Promise<StatementContentEntry[]> {
  const entries: StatementContentEntry[] = []
  for (;;) {
    const last = entries.at(-1)
    const after = last && { at: last.at, id: last.id }
    const rows = await listStatementEntryRows(db, { settlementId, promoterId, after, limit: CHUNK })
    for (const { sums: stored, ...row } of rows) {
      const sums = readSums(stored)
      entries.push({ ...row, sums: sumStatement(sums), byVoucherCents: paidByVoucherCents(sums) })
    }
    if (rows.length < CHUNK) return entries
  }
}

/**
 * Returns the amount of a sale that was paid with vouchers. 0 for a voucher's own purchase, whose ledger entries credit the
 * voucher.
 */
const paidByVoucherCents = (sums: readonly LedgerSum[]): number =>
  sums
    .filter(({ kind, account, cents }) => kind === 'sale' && account === 'vouchers' && cents < 0)
    .reduce((all, { cents }) => all - cents, 0)

const readSums = (stored: unknown): LedgerSum[] => ledgerSums.parse(stored)
