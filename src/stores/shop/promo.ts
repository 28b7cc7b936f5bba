import { atom } from 'nanostores'
import * as z from 'zod/mini'
import { call } from '#browser/platform/api.ts'
import { showToast } from '#browser/platform/toast-event.ts'
import { validatePromo } from '#contracts/shop/promo.ts'
import type { PromoCode } from '#model/pricing/promo.ts'
import type { Result } from '#model/platform/result.ts'
import { $cart } from './cart-items.ts'
import { $promo, cartKey } from './promo-code.ts'

export interface PromoCheck {
  isChecking: boolean
  refusal?: string
}
export const NO_PROMO_CHECK: PromoCheck = { isChecking: false }
export const $promoCheck = atom<PromoCheck>(NO_PROMO_CHECK)

export async function applyPromo(code: string): Promise<void> {
  $promoCheck.set({ isChecking: true })
  const answer = await judge(code)
  if (!answer.success) return $promoCheck.set({ isChecking: false, refusal: refusalOf(answer) })
  $promoCheck.set(NO_PROMO_CHECK)
  $promo.set(answer.data)
  showToast({
    type: 'success',
    title: 'Promo code applied',
    message: `${answer.data.code} has been applied to your cart.`,
  })
}

export function removePromo(): void {
  $promo.set(undefined)
  $promoCheck.set(NO_PROMO_CHECK)
  showToast({
    type: 'default',
    title: 'Promo code removed',
    message: 'The promo code has been removed from your order.',
  })
}

/** Checks the code again for the current cart. A refused code is removed, with a message; without a response, it stays. */
export async function recheckPromo(): Promise<void> {
  const promo = $promo.get()
  if (!promo || $cart.get().length === 0) return
  const key = cartKey($cart.get())
  const answer = await judge(promo.code)
  if (key !== cartKey($cart.get()) || $promo.get()?.code !== promo.code) return
  if (answer.success) $promo.set(answer.data)
  else if (answer.error.code.startsWith('PROMO_')) rejectPromo(answer.error.message)
}

/** Removes the applied promo code and shows the reason. */
export function rejectPromo(reason: string): void {
  const promo = $promo.get()
  $promo.set(undefined)
  $promoCheck.set({ isChecking: false, refusal: reason })
  showToast({
    type: 'warning',
    title: `${promo?.code ?? 'Your promo code'} no longer applies`,
    message: reason,
  })
}

const judge = (code: string): Promise<Result<PromoCode>> =>
  call(validatePromo, {
    body: { code, items: $cart.get().map(({ ticketTypeId, quantity }) => ({ ticketTypeId, quantity })) },
  })

/** Prefers the message of a field, because it is more specific than that of the error. */
function refusalOf(answer: Extract<Result<PromoCode>, { success: false }>): string {
  const fields = z.safeParse(z.array(z.object({ message: z.string() })), answer.error.details)
  return (fields.success && fields.data[0]?.message) || answer.error.message
}
