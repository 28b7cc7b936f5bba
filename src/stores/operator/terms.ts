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
import { onSuccess } from '#stores/platform/on-success.ts'

export const terms = createResource(() => call(listTerms, {}))

export const promoterTerms = createResourceOf(
  (id: string) => call(getPromoterTerms, { params: { id } }),
  (id) => id,
)

/** New terms. Without `effectiveFrom`, they apply immediately. */
export type NewTerms = PlatformTermsView & { currency: string; effectiveFrom?: string }

export const changeDefaultTerms = (body: NewTerms): Promise<Result<unknown>> =>
  onSuccess(call(setDefaultTerms, { body }), () => terms.load())

export const changePromoterTerms = (id: string, body: NewTerms): Promise<Result<unknown>> =>
  onSuccess(call(setPromoterTerms, { params: { id }, body }), (data) => promoterTerms.adopt(data))

export const returnToDefaultTerms = (id: string, currency: string): Promise<Result<unknown>> =>
  onSuccess(call(followDefaultTerms, { params: { id }, body: { currency } }), (data) =>
    promoterTerms.adopt(data),
  )
