import { computed } from 'nanostores'
import { call } from '#browser/platform/api.ts'
import type { RequestOptions } from '#browser/platform/api-client.ts'
import { reloadPage } from '#browser/platform/navigate.ts'
import { $chosenPromoterId, readStorefrontPromoterId } from '#browser/account/staff-session.ts'
import { listOwnPromoters } from '#contracts/account/accounts.ts'
import type { RequestOf, DataOf, Endpoint } from '#contracts/platform/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'

export const { $store: $ownPromoters, load: loadOwnPromoters } = createResource(async () =>
  mapData(await call(listOwnPromoters, {}), ({ promoters }) => promoters),
)

/** Promoter whose console is shown: that of the host, otherwise the one chosen in this browser, otherwise the first. */
export const $promoter = computed($ownPromoters, ({ data = [] }) => {
  const wantedId = readStorefrontPromoterId() ?? $chosenPromoterId.get()
  return data.find((promoter) => promoter.id === wantedId) ?? data[0]
})

export function choosePromoter(promoterId: string): void {
  $chosenPromoterId.set(promoterId)
  reloadPage()
}

/** Request options with the header that names the promoter whose console is shown. */
export const promoterHeaders = (): { headers: Record<string, string> } => {
  const promoter = $promoter.get()
  return { headers: promoter ? { 'x-promoter-user-id': promoter.id } : {} }
}

export function callPromoter<E extends Endpoint>(
  contract: E,
  input: RequestOf<E>,
  options: RequestOptions = {},
): Promise<Result<DataOf<E>>> {
  const headers = { ...promoterHeaders().headers, ...options.headers }
  return call(contract, input, { ...options, headers })
}
