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
} from '#contracts/earnings.ts'
import {
  getStaffProfile as getStaffProfileContract,
  listAssignments as listAssignmentsContract,
  putStaffProfile as putStaffProfileContract,
} from '#contracts/staff.ts'
import { decideEarnings } from '../earnings/decide-earnings.ts'
import { earningsBreakdown } from '../earnings/earnings-breakdown.ts'
import { getEarnings } from '../earnings/get-earnings.ts'
import { createPayoutAccount, dashboardLink, onboardingLink } from '../payouts/create-payout-account.ts'
import { decidePayout } from '../payouts/decide-payout.ts'
import { requestEventPayout, requestPayout } from '../payouts/request-payout.ts'
import { getStaffProfile } from '../staff/get-staff-profile.ts'
import { listAssignments } from '../staff/list-assignments.ts'
import { putStaffProfile } from '../staff/put-staff-profile.ts'
import type { BindMember } from './bindings.ts'

/** Binds the portal's contracts (specification §7). */
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
