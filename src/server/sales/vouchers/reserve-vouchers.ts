import { fail } from '#contracts/platform/errors.ts'
import { isWholeCents, toCents, toMajor } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { formatVoucherCode, readVoucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import { availableVoucherCents, voucherRefusal, type VoucherRefusal } from '#model/sales/vouchers/vouchers.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { hashVoucherCode } from './voucher-secrets.ts'
import { findVoucherByCode, lockVouchers, sumReservedCents, type VoucherRow } from './voucher-rows.ts'

/** A voucher of a checkout, with the amount to use in major units. */
export interface RequestedVoucher {
  code: string
  amount: number
}

export interface ReservedVouchers {
  uses: { voucherId: string; codeEnd: string; amountCents: number }[]
  /** Sum of `uses`. */
  voucherCents: number
}

/**
 * Checks that the order can use the requested amounts. They are reserved as soon as the caller inserts the result into
 * `order_vouchers`; the vouchers stay locked until then. The `details` of a refusal contain the voucher's code and its
 * available amount.
 */
export async function reserveVouchers(
  trx: PipelinedTransaction,
  use: VoucherSpending,
): Promise<Result<ReservedVouchers, VoucherRefusal | 'VALIDATION_ERROR'>> {
  const { requested, currency } = use
  if (requested.length === 0) return succeed({ uses: [], voucherCents: 0 })
  if (requested.some(({ amount }) => !isWholeCents(amount, currency)))
    return invalid('A voucher’s amount has more decimals than its currency allows.')
  const found = await findRequested(trx, use)
  if (!found.success) return found
  const wanted = found.data.map(({ id }, index) => {
    const { code = '', amount = 0 } = requested[index] ?? {}
    return { id, code, amountCents: toCents(amount, currency) }
  })
  const voucherCents = wanted.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (new Set(found.data.map(({ id }) => id)).size < wanted.length)
    return invalid('This voucher is already used for this order.')
  if (voucherCents > use.totalCents) return invalid('The vouchers’ amounts exceed the order’s total.')
  return reserveWanted(trx, use, wanted)
}

interface VoucherSpending {
  promoterId: string
  currency: string
  totalCents: number
  requested: readonly RequestedVoucher[]
  now: Date
}

interface WantedVoucher {
  id: string
  code: string
  amountCents: number
}

async function reserveWanted(
  trx: PipelinedTransaction,
  { promoterId, currency, now }: VoucherSpending,
  wanted: readonly WantedVoucher[],
): Promise<Result<ReservedVouchers, VoucherRefusal>> {
  const ids = wanted.map(({ id }) => id)
  const locked = new Map((await lockVouchers(trx, { promoterId, ids })).map((row) => [row.id, row]))
  const reserved = await sumReservedCents(trx, { promoterId, ids, now })
  const uses: ReservedVouchers['uses'] = []
  for (const { id, code, amountCents } of wanted) {
    const voucher = locked.get(id)
    if (!voucher) return fail('VOUCHER_UNKNOWN')
    const standing = { ...toUsedVoucher(voucher), reservedCents: reserved.get(id) ?? 0 }
    const refusal = voucherRefusal(standing, { amountCents, currency, now: now.getTime() })
    if (refusal)
      return fail(refusal, {
        code: formatVoucherCode(readVoucherCode(code) ?? ''),
        available: toMajor(availableVoucherCents(standing), voucher.currency),
      })
    uses.push({ voucherId: id, codeEnd: voucher.codeEnd, amountCents })
  }
  return succeed({ uses, voucherCents: uses.reduce((sum, { amountCents }) => sum + amountCents, 0) })
}

/** Returns a voucher's data for `voucherRefusal`. A frozen voucher is treated as void. */
export const toUsedVoucher = ({ status, isFrozen, currency, balanceCents, expiresAt }: VoucherRow) => ({
  status: isFrozen ? ('void' as const) : status,
  currency,
  balanceCents,
  expiresAt: expiresAt.getTime(),
})

async function findRequested(
  trx: PipelinedTransaction,
  { promoterId, requested }: { promoterId: string; requested: readonly RequestedVoucher[] },
): Promise<Result<VoucherRow[], 'VOUCHER_UNKNOWN'>> {
  const found = await Promise.all(
    requested.flatMap(({ code: typed }) => {
      const code = readVoucherCode(typed)
      return code === undefined
        ? []
        : [findVoucherByCode(trx, { promoterId, codeHash: hashVoucherCode(code) })]
    }),
  )
  const known = found.flatMap((voucher) => voucher ?? [])
  return known.length === requested.length ? succeed(known) : fail('VOUCHER_UNKNOWN')
}

const invalid = (message: string) => fail('VALIDATION_ERROR', [{ path: 'vouchers', message }])
