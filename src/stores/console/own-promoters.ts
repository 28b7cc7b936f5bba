import { computed } from 'nanostores'
import { call, type RequestOptions } from '#browser/platform/api.ts'
import { reloadPage } from '#browser/platform/navigate.ts'
import { $chosenPromoter, hostPromoter } from '#browser/account/staff-session.ts'
import { listOwnPromoters } from '#contracts/account/accounts.ts'
import type { CallOf, DataOf, Endpoint } from '#contracts/platform/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import { createResource, takeData } from '#stores/platform/resource.ts'

export const { $store: $ownPromoters, load: loadOwnPromoters } = createResource(async () =>
  takeData(await call(listOwnPromoters, {}), ({ promoters }) => promoters),
)

/** Promoter of the console: the host's, the one chosen in this browser, or the first. */
export const $promoter = computed($ownPromoters, ({ data = [] }) => {
  const meant = hostPromoter() ?? $chosenPromoter.get()
  return data.find((promoter) => promoter.id === meant) ?? data[0]
})

export function choosePromoter(promoterId: string): void {
  $chosenPromoter.set(promoterId)
  reloadPage()
}

export const forPromoter = (): { headers: Record<string, string> } => {
  const promoter = $promoter.get()
  return { headers: promoter ? { 'x-promoter-user-id': promoter.id } : {} }
}

export function callPromoter<E extends Endpoint>(
  contract: E,
  input: CallOf<E>,
  options: RequestOptions = {},
): Promise<Result<DataOf<E>>> {
  const headers = { ...forPromoter().headers, ...options.headers }
  return call(contract, input, { ...options, headers })
}
