import { call } from '#browser/platform/api.ts'
import { goTo } from '#browser/platform/navigate.ts'
import { staffHeaders } from '#browser/account/staff-session.ts'
import {
  createPayoutAccount,
  dashboardLink,
  onboardingLink,
  requestEventPayout as eventContract,
  requestPayout as payoutContract,
  type PayoutAccount,
} from '#contracts/portal/earnings.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import type { Result } from '#model/platform/result.ts'
import { loadEarnings } from './staff-data.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

interface Payee {
  memberId: string
  account: PayoutAccount
}

const paramsOf = ({ memberId, account }: Payee) => ({
  id: memberId,
  connect: `${account.provider}-connect`,
})

/** Page to which the payment provider redirects after the setup (specification §2). */
const returnBody = () => ({ returnUrl: new URL(portalUrls.earnings(), window.location.href).href })

export async function setUpPayouts(payee: Payee): Promise<Result<unknown>> {
  const headers = staffHeaders()
  if (payee.account.status === 'none') {
    const created = await call(createPayoutAccount, { params: paramsOf(payee) }, { headers })
    if (!created.success) return created
  }
  return onSuccess(
    call(onboardingLink, { params: paramsOf(payee), body: returnBody() }, { headers }),
    ({ url }) => goTo(url),
  )
}

/** Loads the state of the account after the setup at the payment provider. */
export async function loadPayoutAccountAfterSetUp(payee: Payee): Promise<void> {
  await call(createPayoutAccount, { params: paramsOf(payee) }, { headers: staffHeaders() })
  await loadEarnings()
}

export function openPayoutDashboard(payee: Payee): Promise<Result<unknown>> {
  const input = { params: paramsOf(payee), body: returnBody() }
  return onSuccess(call(dashboardLink, input, { headers: staffHeaders() }), ({ url }) => goTo(url))
}

/**
 * Requests a payout to the member. `key`: created once per decision of the user; a repeated request returns the same
 * payout.
 */
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
