import {
  getPayoutSettings,
  listPromoterEarnings,
  listPromoterPayouts,
  payFormerMember,
  putPayoutSettings,
  type ConsoleEarning,
  type ConsolePayout,
} from '#contracts/console/staff/payouts.ts'
import { decideEarnings, decidePayout } from '#contracts/portal/earnings.ts'
import type { RequestOf } from '#contracts/platform/endpoint.ts'
import type { PayoutStatus } from '#model/money/payouts.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResource } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export interface PayoutFilters {
  status?: PayoutStatus
}

const createPayoutList = () =>
  createList<ConsolePayout, PayoutFilters>(async (query) =>
    toListPage(await callPromoter(listPromoterPayouts, { query }), (page) => page.payouts),
  )

export const payoutsToApprove = createPayoutList()
export const payouts = createPayoutList()

export const earningsToApprove = createList<ConsoleEarning, object>(async (page) => {
  const query = { ...page, status: 'waiting' } as const
  return toListPage(await callPromoter(listPromoterEarnings, { query }), ({ earnings }) => earnings)
})

export const payoutSettings = createResource(() => callPromoter(getPayoutSettings, {}))

export const savePayoutSettings = (body: RequestOf<typeof putPayoutSettings>['body']) =>
  onSuccess(callPromoter(putPayoutSettings, { body }), () => payoutSettings.load())

/** Approves or refuses payouts one after another. A failure doesn't stop the others. */
export async function decidePayouts(
  ids: readonly string[],
  decision: { approve: boolean; reason?: string },
): Promise<{ done: number; refusals: string[] }> {
  const refusals: string[] = []
  for (const id of ids) {
    const answer = await callPromoter(decidePayout, { params: { id }, body: decision })
    if (!answer.success) refusals.push(answer.error.message)
  }
  await Promise.all([payoutsToApprove.load({ status: 'requested' }), payouts.reload()])
  return { done: ids.length - refusals.length, refusals }
}

export const decideEarningsToApprove = (
  ids: string[],
  approve: boolean,
): Promise<Result<{ decided: number }>> =>
  onSuccess(callPromoter(decideEarnings, { body: { ids, approve } }), () => earningsToApprove.load({}))

export function payOutFormerMember(accountId: string, currency: string, key: string) {
  const headers = { 'Idempotency-Key': key }
  return onSuccess(
    callPromoter(payFormerMember, { params: { accountId }, body: { currency } }, { headers }),
    () => payouts.reload(),
  )
}
