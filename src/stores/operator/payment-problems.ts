import { call } from '#browser/platform/api.ts'
import {
  listDisputes,
  listPaymentProblems,
  listPromotersWithPaymentProblems,
  markPaymentProblemHandled as handledContract,
  retryFailedRefund,
  type DisputeStatus,
  type OperatorDispute,
  type PaymentProblemView,
  type PaymentProblemOutcome,
} from '#contracts/operator/payment-problems.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

/** Payments that an operator must resolve. */
export const paymentProblems = createList<PaymentProblemView, { promoterId?: string }>(async (query) =>
  toListPage(await call(listPaymentProblems, { query }), (page) => page.troubles),
)

export const disputes = createList<OperatorDispute, { promoterId?: string; status?: DisputeStatus }>(
  async (query) => toListPage(await call(listDisputes, { query }), (page) => page.disputes),
)

export const promotersWithPaymentProblems = createResource(async () =>
  mapData(await call(listPromotersWithPaymentProblems, {}), ({ promoters }) => promoters),
)

export async function retryRefund({ orderId, problem }: PaymentProblemView) {
  const answer = await call(retryFailedRefund, { params: { id: orderId }, body: { problem } })
  await paymentProblems.reload()
  return answer
}

export const markPaymentProblemHandled = (
  { orderId, problem }: PaymentProblemView,
  resolution: { note: string; outcome?: PaymentProblemOutcome | undefined },
) =>
  onSuccess(call(handledContract, { params: { id: orderId }, body: { problem, ...resolution } }), () =>
    paymentProblems.reload(),
  )
