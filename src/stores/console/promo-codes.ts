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

export const promoCodes = createList<ManagedPromoCode, PromoFilters>(async (query) =>
  toListPage(await callPromoter(listPromoCodes, { query }), (page) => page.promoCodes),
)

export const promoOptions = createResource(() => callPromoter(listPromoOptions, {}))

export const addPromoCode = async (body: PromoFields) => {
  const answer = await callPromoter(createPromoCode, { body })
  if (answer.success) void promoCodes.reload()
  return answer
}

export const changePromoCode = async (id: string, body: PromoFields & { version: number }) => {
  const answer = await callPromoter(putPromoCode, { params: { id }, body })
  if (answer.success) promoCodes.replace((row) => row.id === id, answer.data.promoCode)
  return answer
}

export const removePromoCode = async (id: string) => {
  const answer = await callPromoter(deletePromoCode, { params: { id } })
  if (answer.success) void promoCodes.reload()
  return answer
}

export const createPromoCodes = async (body: RequestOf<typeof createPromoBatch>['body']) => {
  const answer = await callPromoter(createPromoBatch, { body })
  if (answer.success) await promoOptions.load()
  return answer
}

export const importPromoFile = async (file: Blob, query: RequestOf<typeof importPromoCodes>['query']) => {
  const answer = await callPromoter(importPromoCodes, { query }, { file })
  if (answer.success && answer.data.batch) await promoOptions.load()
  return answer
}

export function exportPromoCodes(filters: PromoFilters): Promise<Result<unknown>> {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== undefined))
  return downloadFile(`${PROMO_EXPORT}?${query}`, 'promo-codes.csv', promoterHeaders().headers)
}
