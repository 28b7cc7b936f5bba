import { atom, computed, onMount } from 'nanostores'
import { call } from '#browser/api.ts'
import { listBuyerLegalTexts } from '#contracts/legal.ts'
import type { BuyerLegalText } from '#model/buyer-legal-texts.ts'
import { $cart } from './cart-items.ts'

export interface CheckoutLegal {
  status: 'loading' | 'success' | 'error'
  texts: readonly BuyerLegalText[]
}

export const LOADING_LEGAL: CheckoutLegal = { status: 'loading', texts: [] }

/** What buyers of the cart's promoter accept. Apart from the events: the cart needs those, and none of this. */
export const $checkoutLegal = atom<CheckoutLegal>(LOADING_LEGAL)

/** All events of a cart are of one promoter. */
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

/** The event whose texts are there: they stay when they can't be asked for again. */
let knownFor: string | undefined
