import { call } from '#browser/platform/api.ts'
import {
  approveRefundRequest,
  listCancelledRefunds,
  listRefundLimits,
  listRefundRequests,
  putRefundLimit,
  refuseRefundRequest,
  type RefundRequest,
} from '#contracts/operator/refunds/refund-requests.ts'
import type { RequestOf } from '#contracts/platform/endpoint.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export const refundRequests = createList<RefundRequest, { promoterId?: string }>(async (query) =>
  toListPage(await call(listRefundRequests, { query }), (page) => page.requests),
)

/** Reloads the list even after a failure, because another operator may have decided first. */
export async function approveRefund(id: string) {
  const answer = await call(approveRefundRequest, { params: { id } })
  await refundRequests.reload()
  return answer
}

export const refuseRefund = (id: string, reason: string) =>
  onSuccess(call(refuseRefundRequest, { params: { id }, body: { reason } }), () => refundRequests.reload())

export const refundLimits = createResource(async () =>
  mapData(await call(listRefundLimits, {}), ({ limits }) => limits),
)

export const saveRefundLimit = (body: RequestOf<typeof putRefundLimit>['body']) =>
  onSuccess(call(putRefundLimit, { body }), ({ limits }) => refundLimits.adopt(limits))

export const cancelledRefunds = createResource(async () =>
  mapData(await call(listCancelledRefunds, {}), ({ sums }) => sums),
)
