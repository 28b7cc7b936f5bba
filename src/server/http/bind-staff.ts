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
import type { BindSignedIn } from './bindings.ts'

/** The portal: what members are, earn and are paid (specification §7). */
export function bindStaff(bindSignedIn: BindSignedIn): void {
  bindSignedIn(getStaffProfileContract, getStaffProfile)
  bindSignedIn(putStaffProfileContract, putStaffProfile)
  bindSignedIn(listAssignmentsContract, listAssignments)
  bindSignedIn(getEarningsContract, getEarnings)
  bindSignedIn(earningsBreakdownContract, earningsBreakdown)
  bindSignedIn(createPayoutAccountContract, createPayoutAccount)
  bindSignedIn(onboardingLinkContract, onboardingLink)
  bindSignedIn(dashboardLinkContract, dashboardLink)
  bindSignedIn(requestPayoutContract, requestPayout)
  bindSignedIn(requestEventPayoutContract, requestEventPayout)
  bindSignedIn(decidePayoutContract, decidePayout)
  bindSignedIn(decideEarningsContract, decideEarnings)
}
