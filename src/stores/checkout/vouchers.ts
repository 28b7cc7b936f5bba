import { atom, computed } from 'nanostores'
import { call } from '#browser/platform/api.ts'
import { checkVoucher, type CheckedVoucher } from '#contracts/checkout/vouchers.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import { readVoucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import { MAX_VOUCHERS, divideBetweenVouchers } from '#model/sales/vouchers/vouchers.ts'
import { readOrCreateCartId } from '#stores/shop/cart-items.ts'
import { $quote } from '#stores/shop/quote.ts'

/** Vouchers that the buyer has added, in the order in which they are used. Not stored, because anyone with a code can spend it. */
export const $vouchers = atom<readonly CheckedVoucher[]>([])

export interface VoucherCheck {
  isChecking: boolean
  refusal?: string
}
export const NO_VOUCHER_CHECK: VoucherCheck = { isChecking: false }
export const $voucherCheck = atom<VoucherCheck>(NO_VOUCHER_CHECK)

/** Parts of a total in minor units: the amounts that vouchers pay, and the amount left to pay. */
export interface DueAmount {
  uses: { code: string; amountCents: number }[]
  dueCents: number
}

export function computeDueAmount(totalCents: number, vouchers: readonly CheckedVoucher[]): DueAmount {
  const spendable = vouchers.map(({ code, available, currency }) => ({
    code,
    availableCents: toCents(available, currency),
  }))
  const uses = divideBetweenVouchers(totalCents, spendable).map(({ voucher, amountCents }) => ({
    code: voucher.code,
    amountCents,
  }))
  return { uses, dueCents: uses.reduce((left, { amountCents }) => left - amountCents, totalCents) }
}

/** Amount due after vouchers; undefined while the total is unknown. */
export const $dueAmount = computed([$quote, $vouchers], (price, vouchers) =>
  price ? computeDueAmount(price.totalCents, vouchers) : undefined,
)

/** Converts the planned vouchers to the format of the checkout request. */
export const toVoucherUses = ({ uses }: DueAmount, currency: string): { code: string; amount: number }[] =>
  uses.map(({ code, amountCents }) => ({ code, amount: toMajor(amountCents, currency) }))

/** Returns true if the voucher was added. */
export async function addVoucher(typed: string): Promise<boolean> {
  const code = readVoucherCode(typed)
  const refusal = refusalOf(code)
  if (refusal !== undefined) {
    $voucherCheck.set({ isChecking: false, refusal })
    return false
  }
  $voucherCheck.set({ isChecking: true })
  const answer = await call(checkVoucher, { body: { cartId: readOrCreateCartId(), code: typed } })
  if (!answer.success) {
    $voucherCheck.set({ isChecking: false, refusal: answer.error.message })
    return false
  }
  $voucherCheck.set(NO_VOUCHER_CHECK)
  $vouchers.set([...$vouchers.get(), answer.data])
  return true
}

function refusalOf(code: string | undefined): string | undefined {
  if (code === undefined) return 'Enter the 16 letters and digits of your voucher.'
  if ($vouchers.get().some((each) => readVoucherCode(each.code) === code))
    return 'You have already added this voucher.'
  return $vouchers.get().length >= MAX_VOUCHERS
    ? `You can use ${MAX_VOUCHERS} vouchers for an order.`
    : undefined
}

export function removeVoucher(code: string): void {
  $vouchers.set($vouchers.get().filter((each) => each.code !== code))
  $voucherCheck.set(NO_VOUCHER_CHECK)
}

export const clearVouchers = (): void => $vouchers.set([])

/**
 * Checks all vouchers again after one was refused. A voucher stays if there is no response. Changes that the buyer makes during the check
 * are kept.
 */
export async function recheckVouchers(): Promise<void> {
  const checked = new Map<string, readonly CheckedVoucher[]>()
  await Promise.all(
    $vouchers.get().map(async (voucher) => {
      const answer = await call(checkVoucher, { body: { cartId: readOrCreateCartId(), code: voucher.code } })
      if (answer.success) checked.set(voucher.code, [answer.data])
      else if (answer.error.code.startsWith('VOUCHER_')) checked.set(voucher.code, [])
    }),
  )
  $vouchers.set($vouchers.get().flatMap((each) => checked.get(each.code) ?? [each]))
}
