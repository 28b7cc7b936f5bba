import { call } from '#browser/api.ts'
import { goTo } from '#browser/navigate.ts'
import { staffHeaders } from '#browser/staff-session.ts'
import {
  createPayoutAccount,
  dashboardLink,
  onboardingLink,
  requestEventPayout as eventContract,
  requestPayout as payoutContract,
  type PayoutAccount,
} from '#contracts/earnings.ts'
import { portalUrls } from '#contracts/portal-urls.ts'
import type { Result } from '#model/result.ts'
import { loadEarnings } from './staff-data.ts'

/** Whose payout account, and at which provider: what the path of the call names. */
interface Payee {
  memberId: string
  account: PayoutAccount
}

const paramsOf = ({ memberId, account }: Payee) => ({
  id: memberId,
  connect: `${account.provider}-connect`,
})

/** Specification §2: after the set-up the member returns to the earnings. */
const returnBody = () => ({ returnUrl: new URL(portalUrls.earnings(), window.location.href).href })

/** Creates the account when there is none, and leaves the page for the provider's own. */
export async function setUpPayouts(payee: Payee): Promise<Result<unknown>> {
  const headers = staffHeaders()
  if (payee.account.status === 'none') {
    const created = await call(createPayoutAccount, { params: paramsOf(payee) }, { headers })
    if (!created.success) return created
  }
  const answer = await call(onboardingLink, { params: paramsOf(payee), body: returnBody() }, { headers })
  if (answer.success) goTo(answer.data.url)
  return answer
}

/** Back from the provider's own page: what was entered there is known here at once. */
export async function finishSetUp(payee: Payee): Promise<void> {
  await call(createPayoutAccount, { params: paramsOf(payee) }, { headers: staffHeaders() })
  await loadEarnings()
}

/** Leaves the page for the provider's own view of the account. */
export async function openDashboard(payee: Payee): Promise<Result<unknown>> {
  const input = { params: paramsOf(payee), body: returnBody() }
  const answer = await call(dashboardLink, input, { headers: staffHeaders() })
  if (answer.success) goTo(answer.data.url)
  return answer
}

/** `key` stands for one decision of the member: sent again, it is the same payout. */
export async function requestPayout(
  memberId: string,
  body: { amount: number; currency: string },
  key: string,
) {
  const headers = { ...staffHeaders(), 'Idempotency-Key': key }
  const answer = await call(payoutContract, { params: { id: memberId }, body }, { headers })
  await loadEarnings()
  return answer
}

export async function requestEventPayout(eventId: string, key: string) {
  const headers = { ...staffHeaders(), 'Idempotency-Key': key }
  const answer = await call(eventContract, { params: { id: eventId } }, { headers })
  await loadEarnings()
  return answer
}
