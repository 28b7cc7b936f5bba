import type { checkVoucher as contract } from '#contracts/checkout/vouchers.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed, type Failure } from '#model/platform/result.ts'
import { formatVoucherCode, readVoucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import { availableVoucherCents, voucherRefusal, type UsedVoucher } from '#model/sales/vouchers/vouchers.ts'
import { isInSiteScope, siteScopeOf } from '#model/sites/sites.ts'
import { compareCodes } from '#server/catalog/access/code-guesses.ts'
import type { Context } from '#server/context.ts'
import type { Caller, UseCase, Visitor } from '#server/use-case.ts'
import { findCartToPay, type CartToPay } from './cart-to-pay-rows.ts'
import { toUsedVoucher } from './reserve-vouchers.ts'
import { hashVoucherCode } from './voucher-secrets.ts'
import { findVoucherByCode, sumReservedCents } from './voucher-rows.ts'

/** Checks a voucher for a cart without reserving an amount. Checkout checks it again. */
export const checkVoucher: UseCase<typeof contract, Caller & { client?: Visitor | undefined }> = async (
  context,
  { site, body, client },
) => {
  const now = context.clock.now()
  const cart = await findCartToPay(context.reads, body.cartId.toLowerCase())
  if (!cart || !isInSiteScope(siteScopeOf(site), cart.promoterId)) return fail('CART_EMPTY')
  const code = readVoucherCode(body.code)
  const guess = { kind: 'voucher_code', subjectId: cart.promoterId, address: client?.address } as const
  const guessed = await compareCodes(context, guess, async () => {
    const found = code === undefined ? undefined : await findUsed(context, cart, { code, now })
    return { matches: found && found.status !== 'void' ? 1 : 0, found }
  })
  if (!guessed.success) return guessed
  const voucher = guessed.data
  if (!voucher || code === undefined) return fail('VOUCHER_UNKNOWN')
  const refusal = voucherRefusal(voucher, { amountCents: 1, currency: cart.currency, now })
  if (refusal === 'VOUCHER_BALANCE') return NOTHING_LEFT
  if (refusal) return fail(refusal)
  return succeed({
    code: formatVoucherCode(code),
    available: toMajor(availableVoucherCents(voucher), voucher.currency),
    currency: voucher.currency,
    expiresAt: new Date(voucher.expiresAt).toISOString(),
  })
}

/**
 * VOUCHER_BALANCE for a voucher with nothing left. The code's own message is for an order that uses more than is
 * available.
 */
const NOTHING_LEFT: Failure<'VOUCHER_BALANCE'> = {
  success: false,
  error: {
    code: 'VOUCHER_BALANCE',
    message: 'Nothing is left on this voucher, or another order is using it.',
  },
}

/**
 * Finds the voucher and its reserved amount, without the amount for the cart's pending order, because the next order
 * replaces it.
 */
async function findUsed(
  { db }: Context,
  { promoterId, pendingOrderId }: CartToPay,
  { code, now }: { code: string; now: number },
): Promise<UsedVoucher | undefined> {
  const row = await findVoucherByCode(db, { promoterId, codeHash: hashVoucherCode(code) })
  if (!row) return undefined
  const reserved = await sumReservedCents(db, {
    promoterId,
    ids: [row.id],
    ...(pendingOrderId !== null && { exceptOrderId: pendingOrderId }),
    now: new Date(now),
  })
  return { ...toUsedVoucher(row), reservedCents: reserved.get(row.id) ?? 0 }
}
