import type { listVouchers as contract, Voucher } from '#contracts/console/pricing/vouchers.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { readVoucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import { splitPage, PAGE_SIZE, parseCursor } from '#server/platform/ids/list-cursor.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listVoucherPage, sumOpenVouchers, type VoucherListRow } from './voucher-list-rows.ts'
import { hashVoucherCode } from './voucher-secrets.ts'

export const listVouchers: UseCase<typeof contract, PromoterCall> = async (
  context,
  { promoterId, query: { cursor, ...filters } },
) => {
  const after = parseCursor(cursor)
  if (!after.success) return after
  const code = readVoucherCode(filters.q ?? '')
  const [rows, open] = await Promise.all([
    listVoucherPage(context.db, {
      ...filters,
      promoterId,
      codeHash: code === undefined ? undefined : hashVoucherCode(code),
      now: new Date(context.clock.now()),
      after: after.data,
      limit: PAGE_SIZE + 1,
    }),
    sumOpenVouchers(context.db, promoterId),
  ])
  const { page, nextCursor } = splitPage(rows, ({ createdAt: at, id }) => ({ at, id }))
  return succeed({
    vouchers: page.map(viewVoucher),
    open: open.map(({ currency, givenCents, paidInCents }) => ({
      currency,
      given: toMajor(givenCents, currency),
      paidIn: toMajor(paidInCents, currency),
    })),
    nextCursor,
  })
}

export function viewVoucher(row: VoucherListRow): Voucher {
  const { id, kind, state, codeEnd, currency, recipient, note } = row
  const major = (cents: number): number => toMajor(cents, currency)
  return {
    id,
    kind,
    state,
    codeEnd,
    currency,
    amount: major(row.amountCents),
    balance: major(row.balanceCents),
    reserved: major(row.reservedCents),
    expiresAt: row.expiresAt.toISOString(),
    recipient,
    note,
    createdAt: row.createdAt.toISOString(),
  }
}
