import type { FeeInvoice, listFeeInvoices as contract } from '#contracts/console/fee-invoices.ts'
import type { listAllFeeInvoices as allContract } from '#contracts/operator/fee-invoices.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { PAGE_SIZE } from '#server/platform/ids/list-cursor.ts'
import type { AccountCall, PromoterCall, UseCase } from '#server/use-case.ts'
import { listFeeInvoiceRows, type FeeInvoiceRow } from './fee-invoice-rows.ts'

export const listFeeInvoices: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const below = readNumber(call.query.cursor)
  if (!below.success) return below
  const find = { promoterId: call.promoterId, below: below.data, limit: PAGE_SIZE + 1 }
  const { page, nextCursor } = cut(await listFeeInvoiceRows(context.db, find))
  return succeed({ invoices: page.map(viewFeeInvoice), nextCursor })
}

export const listAllFeeInvoices: UseCase<typeof allContract, AccountCall> = async (context, call) => {
  const { cursor, month } = call.query
  const below = readNumber(cursor)
  if (!below.success) return below
  const rows = await listFeeInvoiceRows(context.db, { month, below: below.data, limit: PAGE_SIZE + 1 })
  const { page, nextCursor } = cut(rows)
  const invoices = page.map((row) => ({ ...viewFeeInvoice(row), promoterName: row.promoterName }))
  return succeed({ invoices, nextCursor })
}

/** Parses a cursor, which is the number of the last invoice of a page. */
function readNumber(cursor: string | undefined): Result<number | undefined, 'VALIDATION_ERROR'> {
  if (cursor === undefined) return succeed(undefined)
  if (/^[1-9]\d{0,14}$/.test(cursor)) return succeed(Number(cursor))
  return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This cursor is invalid.' }])
}

function cut(rows: readonly FeeInvoiceRow[]): { page: FeeInvoiceRow[]; nextCursor: string | null } {
  const page = rows.slice(0, PAGE_SIZE)
  return { page, nextCursor: rows.length > PAGE_SIZE ? String(page.at(-1)?.number) : null }
}

const viewFeeInvoice = (row: FeeInvoiceRow): FeeInvoice => ({
  id: row.id,
  number: row.number,
  kind: row.totalCents < 0 ? 'credit_note' : 'invoice',
  month: row.month,
  currency: row.currency,
  total: toMajor(row.totalCents, row.currency),
  tax: toMajor(row.taxCents, row.currency),
  issuedAt: row.issuedAt.toISOString(),
})
