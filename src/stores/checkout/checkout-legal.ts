import { atom, computed, onMount } from 'nanostores'
import { call } from '#browser/platform/api.ts'
import { listBuyerLegalTexts } from '#contracts/checkout/legal.ts'
import type { BuyerLegalText } from '#model/sites/buyer-legal-texts.ts'
import { $cart } from '#stores/shop/cart-items.ts'

export interface CheckoutLegal {
  status: 'loading' | 'success' | 'error'
  texts: readonly BuyerLegalText[]
}

export const LOADING_LEGAL: CheckoutLegal = { status: 'loading', texts: [] }

/** Legal texts of the cart's promoter. Loaded separately from the events, because the cart page doesn't need them. */
export const $checkoutLegal = atom<CheckoutLegal>(LOADING_LEGAL)

const $eventId = computed($cart, ([first]) => first?.eventId)

onMount($checkoutLegal, () => $eventId.subscribe(() => void loadLegalTexts()))

export async function loadLegalTexts(): Promise<void> {
  const id = $eventId.get()
  if (id === undefined) return
  const answer = await call(listBuyerLegalTexts, { params: { id } })
  if (id !== $eventId.get()) return
  if (answer.success) {
    knownFor = id
    $checkoutLegal.set({ status: 'success', texts: answer.data.texts })
  } else if (knownFor !== id) $checkoutLegal.set({ status: 'error', texts: [] })
}

/** Event whose texts are loaded. If reloading fails, the texts stay. */
let knownFor: string | undefined
