import { downloadFile } from '#browser/portal/download.ts'
import {
  createPromoBatch,
  createPromoCode,
  deletePromoCode,
  importPromoCodes,
  listPromoOptions,
  listPromoCodes,
  PROMO_EXPORT,
  putPromoCode,
  type ManagedPromoCode,
  type PromoFields,
  type PromoFilters,
} from '#contracts/console/pricing/promo-codes.ts'
import type { RequestOf } from '#contracts/platform/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter, promoterHeaders } from './own-promoters.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResource } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export const promoCodes = createList<ManagedPromoCode, PromoFilters>(async (query) =>
  toListPage(await callPromoter(listPromoCodes, { query }), (page) => page.promoCodes),
)

export const promoOptions = createResource(() => callPromoter(listPromoOptions, {}))

export const addPromoCode = (body: PromoFields) =>
  onSuccess(callPromoter(createPromoCode, { body }), () => void promoCodes.reload())

export const changePromoCode = (id: string, body: PromoFields & { version: number }) =>
  onSuccess(callPromoter(putPromoCode, { params: { id }, body }), (data) =>
    promoCodes.replace((row) => row.id === id, data.promoCode),
  )

export const removePromoCode = (id: string) =>
  onSuccess(callPromoter(deletePromoCode, { params: { id } }), () => void promoCodes.reload())

export const createPromoCodes = (body: RequestOf<typeof createPromoBatch>['body']) =>
  onSuccess(callPromoter(createPromoBatch, { body }), () => promoOptions.load())

export const importPromoFile = async (file: Blob, query: RequestOf<typeof importPromoCodes>['query']) => {
  const answer = await callPromoter(importPromoCodes, { query }, { file })
  if (answer.success && answer.data.batch) await promoOptions.load()
  return answer
}

export function exportPromoCodes(filters: PromoFilters): Promise<Result<unknown>> {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== undefined))
  return downloadFile(`${PROMO_EXPORT}?${query}`, 'promo-codes.csv', promoterHeaders().headers)
}
