import { call } from '#browser/platform/api.ts'
import type { PlatformTermsView } from '#contracts/console/pricing/terms.ts'
import {
  followDefaultTerms,
  getPromoterTerms,
  listTerms,
  setDefaultTerms,
  setPromoterTerms,
} from '#contracts/operator/terms.ts'
import type { Result } from '#model/platform/result.ts'
import { createResource, createResourceOf } from '#stores/platform/resource.ts'

export const terms = createResource(() => call(listTerms, {}))

export const promoterTerms = createResourceOf(
  (id: string) => call(getPromoterTerms, { params: { id } }),
  (id) => id,
)

/** New terms. Without `effectiveFrom`, they apply immediately. */
export type NewTerms = PlatformTermsView & { currency: string; effectiveFrom?: string }

export async function changeDefaultTerms(body: NewTerms): Promise<Result<unknown>> {
  const answer = await call(setDefaultTerms, { body })
  if (answer.success) await terms.load()
  return answer
}

export async function changePromoterTerms(id: string, body: NewTerms): Promise<Result<unknown>> {
  const answer = await call(setPromoterTerms, { params: { id }, body })
  if (answer.success) promoterTerms.adopt(answer.data)
  return answer
}

export async function returnToDefaultTerms(id: string, currency: string): Promise<Result<unknown>> {
  const answer = await call(followDefaultTerms, { params: { id }, body: { currency } })
  if (answer.success) promoterTerms.adopt(answer.data)
  return answer
}
