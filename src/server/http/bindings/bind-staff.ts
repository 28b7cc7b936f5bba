import {
  createPayoutAccount as createPayoutAccountContract,
  dashboardLink as dashboardLinkContract,
  decideEarnings as decideEarningsContract,
  decidePayout as decidePayoutContract,
  earningsBreakdown as earningsBreakdownContract,
  getEarnings as getEarningsContract,
  onboardingLink as onboardingLinkContract,
  requestEventPayout as requestEventPayoutContract,
  requestPayout as requestPayoutContract,
} from '#contracts/portal/earnings.ts'
import {
  getStaffProfile as getStaffProfileContract,
  listAssignments as listAssignmentsContract,
  putStaffProfile as putStaffProfileContract,
} from '#contracts/portal/staff.ts'
import { decideEarnings } from '#server/sales/commissions/decide-earnings.ts'
import { earningsBreakdown } from '#server/money/earnings/earnings-breakdown.ts'
import { getEarnings } from '#server/money/earnings/get-earnings.ts'
import {
  createPayoutAccount,
  dashboardLink,
  onboardingLink,
} from '#server/money/payouts/create-payout-account.ts'
import { decidePayout } from '#server/money/payouts/decide-payout.ts'
import { requestEventPayout, requestPayout } from '#server/money/payouts/request-payout.ts'
import { getStaffProfile } from '#server/people/members/get-staff-profile.ts'
import { listAssignments } from '#server/people/members/list-assignments.ts'
import { putStaffProfile } from '#server/people/members/put-staff-profile.ts'
import type { BindMember } from './bindings.ts'

export function bindStaff(bindMember: BindMember): void {
  bindMember(getStaffProfileContract, getStaffProfile)
  bindMember(putStaffProfileContract, putStaffProfile)
  bindMember(listAssignmentsContract, listAssignments)
  bindMember(getEarningsContract, getEarnings)
  bindMember(earningsBreakdownContract, earningsBreakdown)
  bindMember(createPayoutAccountContract, createPayoutAccount)
  bindMember(onboardingLinkContract, onboardingLink)
  bindMember(dashboardLinkContract, dashboardLink)
  bindMember(requestPayoutContract, requestPayout)
  bindMember(requestEventPayoutContract, requestEventPayout)
  bindMember(decidePayoutContract, decidePayout)
  bindMember(decideEarningsContract, decideEarnings)
}
