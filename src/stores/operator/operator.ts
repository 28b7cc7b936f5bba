import { call } from '#browser/platform/api.ts'
import { forgetLinkToken } from '#browser/account/link-token.ts'
import { acceptOperatorLink, listOperators } from '#contracts/operator/operators.ts'
import { listAllPromoters, type PromoterListRow } from '#contracts/operator/promoters.ts'
import { createList, takeRows } from '#stores/platform/paged-list.ts'
import { createResource, takeData } from '#stores/platform/resource.ts'

export const operators = createResource(async () =>
  takeData(await call(listOperators, {}), ({ operators: found }) => found),
)

export const promoters = createList<PromoterListRow, { q?: string }>(async (query) =>
  takeRows(await call(listAllPromoters, { query }), ({ promoters: found }) => found),
)

/** Makes the account the first operator. The token is forgotten when it was used or is invalid. */
export async function becomeOperator(token: string) {
  const answer = await call(acceptOperatorLink, { body: { token } })
  if (answer.success || answer.error.code === 'LINK_INVALID') forgetLinkToken()
  return answer
}
