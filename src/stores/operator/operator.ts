import { call } from '#browser/platform/api.ts'
import { deleteLinkTokenFromHistory } from '#browser/account/link-token.ts'
import { acceptOperatorLink, listOperators } from '#contracts/operator/operators.ts'
import { listAllPromoters, type PromoterListRow } from '#contracts/operator/promoters.ts'
import type { PromoterStatus } from '#model/people/promoter-status.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'

export const operators = createResource(async () =>
  mapData(await call(listOperators, {}), ({ operators: found }) => found),
)

export const promoters = createList<PromoterListRow, { q?: string; status?: PromoterStatus }>(async (query) =>
  toListPage(await call(listAllPromoters, { query }), ({ promoters: found }) => found),
)

/** Makes the account the first operator. Deletes the token if it was used or is invalid. */
export async function becomeOperator(token: string) {
  const answer = await call(acceptOperatorLink, { body: { token } })
  if (answer.success || answer.error.code === 'LINK_INVALID') deleteLinkTokenFromHistory()
  return answer
}
