import { z } from 'zod'
import { fail } from '#contracts/platform/errors.ts'
import type {
  getSettlement as getContract,
  getSettlementBalances as balancesContract,
  listNotDueEvents as notDueContract,
  listSettlements as listContract,
  listStatementEntries as entriesContract,
  StatementEntry,
} from '#contracts/console/settlements.ts'
import type {
  getAnySettlement as getAnyContract,
  listAllSettlements as listAllContract,
  listAnyStatementEntries as anyEntriesContract,
} from '#contracts/operator/settlements.ts'
import { sumStatement } from '#model/money/settlements.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import {
  listStatementEntryRows,
  sumStatementRows,
} from '#server/money/settlement-statements/statement-rows.ts'
import { viewBalances } from '#server/money/settlement-forecast/view-balances.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { splitPage, PAGE_SIZE, parseCursor } from '#server/platform/ids/list-cursor.ts'
import type { AccountCall, PromoterCall, UseCase } from '#server/use-case.ts'
import { listNotDueRows } from '#server/money/balances/not-due-rows.ts'
import { findSettlement, listSettlementRows, type SettlementRow } from './settlement-rows.ts'
import {
  viewStatementLines,
  viewOperatorSettlement,
  viewSettlement,
  viewStatement,
} from './settlement-views.ts'

export const getSettlementBalances: UseCase<typeof balancesContract, PromoterCall> = async (
  context,
  call,
) => {
  return succeed({ balances: await viewBalances(context, call.promoterId) })
}

const MAX_NOT_DUE = 100

export const listNotDueEvents: UseCase<typeof notDueContract, PromoterCall> = async ({ db, clock }, call) => {
  const find = { promoterId: call.promoterId, now: new Date(clock.now()), limit: MAX_NOT_DUE }
  const rows = await listNotDueRows(db, find)
  return succeed({
    events: rows.map(({ amountCents, dueAt, ...row }) => ({
      ...row,
      amount: toMajor(amountCents, row.currency),
      dueAt: dueAt?.toISOString() ?? null,
    })),
  })
}

export const listSettlements: UseCase<typeof listContract, PromoterCall> = async (context, call) => {
  const { promoterId, query } = call
  const after = parseCursor(query.cursor)
  if (!after.success) return after
  const rows = await listSettlementRows(context.db, { promoterId, status: query.status, after: after.data })
  const { page, nextCursor } = splitPage(rows, ({ createdAt, id }) => ({ at: createdAt, id }))
  return succeed({ settlements: page.map(viewSettlement), nextCursor })
}

export const listAllSettlements: UseCase<typeof listAllContract, AccountCall> = async (context, call) => {
  const { cursor, ...search } = call.query
  if (search.promoterId !== undefined && !isUuid(search.promoterId)) return fail('NOT_FOUND')
  const after = parseCursor(cursor)
  if (!after.success) return after
  const rows = await listSettlementRows(context.db, { ...search, after: after.data })
  const { page, nextCursor } = splitPage(rows, ({ createdAt, id }) => ({ at: createdAt, id }))
  return succeed({ settlements: page.map(viewOperatorSettlement), nextCursor })
}

export const getSettlement: UseCase<typeof getContract, PromoterCall> = async (context, call) => {
  const row = await find(context, { id: call.params.id, promoterId: call.promoterId })
  if (!row) return fail('NOT_FOUND')
  const statement = viewStatement(row, await sumStatementRows(context.db, row.id))
  return succeed({ settlement: viewSettlement(row), statement })
}

export const getAnySettlement: UseCase<typeof getAnyContract, AccountCall> = async (context, call) => {
  const row = await find(context, { id: call.params.id })
  if (!row) return fail('NOT_FOUND')
  const statement = viewStatement(row, await sumStatementRows(context.db, row.id))
  return succeed({ settlement: viewOperatorSettlement(row), statement })
}

export const listStatementEntries: UseCase<typeof entriesContract, PromoterCall> = (context, call) =>
  listEntries(context, { id: call.params.id, promoterId: call.promoterId }, call.query.cursor)

export const listAnyStatementEntries: UseCase<typeof anyEntriesContract, AccountCall> = (context, call) =>
  listEntries(context, { id: call.params.id }, call.query.cursor)

interface Which {
  id: string
  promoterId?: string
}

const find = async (context: Context, which: Which): Promise<SettlementRow | undefined> =>
  isUuid(which.id) ? findSettlement(context.db, which) : undefined

async function listEntries(
  context: Context,
  which: Which,
  cursor: string | undefined,
): Promise<
  Result<{ entries: StatementEntry[]; nextCursor: string | null }, 'NOT_FOUND' | 'VALIDATION_ERROR'>
> {
  const after = parseCursor(cursor)
  if (!after.success) return after
  const settlement = await find(context, which)
  if (!settlement) return fail('NOT_FOUND')
  const { id: settlementId, promoterId, currency } = settlement
  const list = { settlementId, promoterId, after: after.data, limit: PAGE_SIZE + 1 }
  const rows = await listStatementEntryRows(context.db, list)
  const { page, nextCursor } = splitPage(rows, ({ at, id }) => ({ at, id }))
  const entries = page.map(({ sums, at, ...row }) => {
    const { lines, totalCents } = sumStatement(ledgerSums.parse(sums))
    return {
      ...row,
      at: at.toISOString(),
      lines: viewStatementLines(lines, currency),
      amount: toMajor(totalCents, currency),
    }
  })
  return succeed({ entries, nextCursor })
}

const ledgerSums = z.array(z.object({ kind: z.string(), account: z.string(), cents: z.number() }))
