import { formatMoney, toCents } from '#model/platform/money.ts'
import { MAX_VOUCHERS, divideBetweenVouchers } from '#model/sales/vouchers/vouchers.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import type { Visitor } from '#server/use-case.ts'
import { checkVoucher } from '#server/sales/vouchers/check-voucher.ts'

export interface PlannedVoucher {
  code: string
  amountCents: number
}

export interface PlannedVouchers {
  vouchers: PlannedVoucher[]
  /** Error message if the codes can't be used. */
  refusal?: string
}

/** Reads the codes in the form's field, and calculates which part of the total each voucher pays. */
export async function planTypedVouchers(
  context: Context,
  request: { site: Site; client: Visitor; cartId: string; typed: string; totalCents: number },
): Promise<PlannedVouchers> {
  const { site, client, cartId, typed, totalCents } = request
  const codes = typed
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')
  if (codes.length > MAX_VOUCHERS)
    return { vouchers: [], refusal: `You can use ${MAX_VOUCHERS} vouchers for an order.` }
  const spendable: { code: string; availableCents: number }[] = []
  // One after another, so that each wrong code is counted before the next one is checked.
  for (const code of codes) {
    const checked = await checkVoucher(context, { site, client, body: { cartId, code } })
    if (!checked.success) return { vouchers: [], refusal: checked.error.message }
    const { available, currency } = checked.data
    if (spendable.every((each) => each.code !== checked.data.code))
      spendable.push({ code: checked.data.code, availableCents: toCents(available, currency) })
  }
  const planned = divideBetweenVouchers(totalCents, spendable)
  return { vouchers: planned.map(({ voucher, amountCents }) => ({ code: voucher.code, amountCents })) }
}

export const sumOfVouchers = (vouchers: readonly PlannedVoucher[]): number =>
  vouchers.reduce((sum, { amountCents }) => sum + amountCents, 0)

/**
 * Returns a notice with the amounts that vouchers pay. It is shown before these amounts are used for the first time,
 * and when they have changed.
 */
export function voucherNotice(
  vouchers: readonly PlannedVoucher[],
  { totalCents, currency }: { totalCents: number; currency: string },
): { title: string; text: string } {
  const paidCents = sumOfVouchers(vouchers)
  const dueCents = totalCents - paidCents
  if (paidCents === 0)
    return { title: `You pay ${formatMoney(dueCents, currency)} by card`, text: 'No voucher is used.' }
  const rest =
    dueCents === 0 ? 'Nothing is left to pay.' : `You pay ${formatMoney(dueCents, currency)} by card.`
  const whose = vouchers.length === 1 ? 'Your voucher pays' : 'Your vouchers pay'
  return { title: `${whose} ${formatMoney(paidCents, currency)}`, text: `${rest} Nothing was charged yet.` }
}
