import { atom, computed, onMount, type WritableAtom } from 'nanostores'
import { call, type RequestOptions } from '#browser/api.ts'
import { reloadPage } from '#browser/navigate.ts'
import { $chosenPromoter, hostPromoter } from '#browser/staff-session.ts'
import { listOwnPromoters, type OwnPromoter } from '#contracts/accounts.ts'
import type { CallOf, DataOf, Endpoint } from '#contracts/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import { LOADING, type Loaded } from './loaded.ts'

export const $ownPromoters: WritableAtom<Loaded<OwnPromoter[]>> = atom(LOADING)

onMount($ownPromoters, () => void loadOwnPromoters())

/** Promoter of the console: the host's, the one chosen in this browser, or the first. */
export const $promoter = computed($ownPromoters, ({ data = [] }) => {
  const meant = hostPromoter() ?? $chosenPromoter.get()
  return data.find((promoter) => promoter.id === meant) ?? data[0]
})

export async function loadOwnPromoters(): Promise<void> {
  const answer = await call(listOwnPromoters, {})
  $ownPromoters.set(answer.success ? { data: answer.data.promoters } : { failure: answer.error.message })
}

/** Switches the promoter and reloads the page, because all data depends on it. */
export function choosePromoter(promoterId: string): void {
  $chosenPromoter.set(promoterId)
  reloadPage()
}

/** Headers that select the promoter, where the host doesn't. */
export const forPromoter = (): { headers: Record<string, string> } => {
  const promoter = $promoter.get()
  return { headers: promoter ? { 'x-promoter-user-id': promoter.id } : {} }
}

/** Calls an endpoint for the current promoter. */
export function callPromoter<E extends Endpoint>(
  contract: E,
  input: CallOf<E>,
  options: RequestOptions = {},
): Promise<Result<DataOf<E>>> {
  const headers = { ...forPromoter().headers, ...options.headers }
  return call(contract, input, { ...options, headers })
}
