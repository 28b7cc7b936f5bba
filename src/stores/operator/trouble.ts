import { call } from '#browser/platform/api.ts'
import {
  listDisputes,
  listTrouble,
  listTroubledPromoters,
  markTroubleHandled,
  retryTroubledRefund,
  type DisputeStatus,
  type OperatorDispute,
  type Trouble,
  type TroubleOutcome,
} from '#contracts/operator/trouble.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'

/** Payments that an operator must resolve. */
export const paymentProblems = createList<Trouble, { promoterId?: string }>(async (query) =>
  toListPage(await call(listTrouble, { query }), (page) => page.troubles),
)

export const disputes = createList<OperatorDispute, { promoterId?: string; status?: DisputeStatus }>(
  async (query) => toListPage(await call(listDisputes, { query }), (page) => page.disputes),
)

export const promotersWithPaymentProblems = createResource(async () =>
  mapData(await call(listTroubledPromoters, {}), ({ promoters }) => promoters),
)

export async function retryRefund({ orderId, problem }: Trouble) {
  const answer = await call(retryTroubledRefund, { params: { id: orderId }, body: { problem } })
  await paymentProblems.reload()
  return answer
}

export async function markPaymentProblemHandled(
  { orderId, problem }: Trouble,
  done: { note: string; outcome?: TroubleOutcome | undefined },
) {
  const answer = await call(markTroubleHandled, { params: { id: orderId }, body: { problem, ...done } })
  if (answer.success) await paymentProblems.reload()
  return answer
}
