import {
  getPayoutSettings,
  listPromoterEarnings,
  listPromoterPayouts,
  payFormerMember,
  putPayoutSettings,
  type ConsoleEarning,
  type ConsolePayout,
} from '#contracts/console/payouts.ts'
import { decideEarnings, decidePayout } from '#contracts/earnings.ts'
import type { CallOf } from '#contracts/endpoint.ts'
import type { PayoutStatus } from '#model/money/payouts.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { callPromoter } from '#stores/own-promoters.ts'
import { listStore } from '#stores/promoter-list.ts'
import { loadedStore } from './loaded-for-promoter.ts'

export interface PayoutFilters {
  status?: PayoutStatus
}

const payoutStore = () =>
  listStore<ConsolePayout, PayoutFilters>(async (filters, cursor) => {
    const query = { ...filters, ...(cursor ? { cursor } : {}) }
    const answer = await callPromoter(listPromoterPayouts, { query })
    if (!answer.success) return answer
    return succeed({ rows: answer.data.payouts, nextCursor: answer.data.nextCursor })
  })

/** Payouts waiting for approval, and all payouts. */
export const waitingPayouts = payoutStore()
export const payouts = payoutStore()

export const waitingEarnings = listStore<ConsoleEarning, Record<string, never>>(async (_, cursor) => {
  const query = { status: 'waiting', ...(cursor ? { cursor } : {}) } as const
  const answer = await callPromoter(listPromoterEarnings, { query })
  if (!answer.success) return answer
  return succeed({ rows: answer.data.earnings, nextCursor: answer.data.nextCursor })
})

export const payoutSettings = loadedStore(() => callPromoter(getPayoutSettings, {}))

export const savePayoutSettings = async (body: CallOf<typeof putPayoutSettings>['body']) => {
  const answer = await callPromoter(putPayoutSettings, { body })
  if (answer.success) await payoutSettings.load()
  return answer
}

/** Decides payouts one after another; a failure doesn't stop the others. */
export async function decidePayouts(
  ids: readonly string[],
  decision: { approve: boolean; reason?: string },
): Promise<{ done: number; refusals: string[] }> {
  const refusals: string[] = []
  for (const id of ids) {
    const answer = await callPromoter(decidePayout, { params: { id }, body: decision })
    if (!answer.success) refusals.push(answer.error.message)
  }
  await Promise.all([waitingPayouts.load({ status: 'requested' }), reloadPayouts()])
  return { done: ids.length - refusals.length, refusals }
}

let shown: PayoutFilters = {}

export function showPayouts(filters: PayoutFilters): Promise<void> {
  shown = filters
  return payouts.load(filters)
}

const reloadPayouts = (): Promise<void> => payouts.load(shown)

export async function decideLines(ids: string[], approve: boolean): Promise<Result<{ decided: number }>> {
  const answer = await callPromoter(decideEarnings, { body: { ids, approve } })
  if (answer.success) await waitingEarnings.load({})
  return answer
}

export async function payFormer(accountId: string, currency: string, key: string) {
  const headers = { 'Idempotency-Key': key }
  const answer = await callPromoter(
    payFormerMember,
    { params: { accountId }, body: { currency } },
    { headers },
  )
  if (answer.success) await reloadPayouts()
  return answer
}
