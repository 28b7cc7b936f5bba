import * as earnings from '#contracts/portal/earnings.ts'
import * as staff from '#contracts/portal/staff.ts'
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
import type { Bind } from './bindings.ts'

export function bindStaff(bind: Bind): void {
  bind(staff.getStaffProfile, getStaffProfile)
  bind(staff.putStaffProfile, putStaffProfile)
  bind(staff.listAssignments, listAssignments)
  bind(earnings.getEarnings, getEarnings)
  bind(earnings.earningsBreakdown, earningsBreakdown)
  bind(earnings.createPayoutAccount, createPayoutAccount)
  bind(earnings.onboardingLink, onboardingLink)
  bind(earnings.dashboardLink, dashboardLink)
  bind(earnings.requestPayout, requestPayout)
  bind(earnings.requestEventPayout, requestEventPayout)
  bind(earnings.decidePayout, decidePayout)
  bind(earnings.decideEarnings, decideEarnings)
}
