import { atom, computed, onMount, type WritableAtom } from 'nanostores'
import { call } from '#browser/api.ts'
import { listOwnPromoters, type OwnPromoter } from '#contracts/accounts.ts'
import { LOADING, type Loaded } from './loaded.ts'

export const $ownPromoters: WritableAtom<Loaded<OwnPromoter[]>> = atom(LOADING)

onMount($ownPromoters, () => void loadOwnPromoters())

/** The promoter that the page is about: the only one, or the one that its address names. */
export const $promoter = computed($ownPromoters, ({ data = [] }) => {
  const named = new URLSearchParams(window.location.search).get('promoter')
  return data.length === 1 ? data[0] : data.find((promoter) => promoter.id === named)
})

export async function loadOwnPromoters(): Promise<void> {
  const answer = await call(listOwnPromoters, {})
  $ownPromoters.set(answer.success ? { data: answer.data.promoters } : { failure: answer.error.message })
}

/** Says with a call which promoter it is about, where the host doesn't. */
export const forPromoter = (): { headers: Record<string, string> } => {
  const promoter = $promoter.get()
  return { headers: promoter ? { 'x-promoter-user-id': promoter.id } : {} }
}
