import {
  createAssignment as createAssignmentContract,
  deleteAssignment as deleteAssignmentContract,
  listPromoterAssignments as listPromoterAssignmentsContract,
  putAssignment as putAssignmentContract,
} from '#contracts/console/staff/assignments.ts'
import {
  listAuditOptions as listAuditOptionsContract,
  listAuditLog as listAuditLogContract,
} from '#contracts/console/audit.ts'
import {
  createCommissionRule as createRuleContract,
  deleteCommissionRule as deleteRuleContract,
  listCommissionRules as listRulesContract,
  putCommissionRule as putRuleContract,
} from '#contracts/console/staff/commission-rules.ts'
import { listFeeInvoices as listFeeInvoicesContract } from '#contracts/console/fee-invoices.ts'
import {
  createPromoterLink as createLinkContract,
  listPromoterLinks as listLinksContract,
} from '#contracts/console/staff/links.ts'
import {
  getPayoutSettings as getPayoutSettingsContract,
  listPromoterEarnings as listEarningsContract,
  listPromoterPayouts as listPayoutsContract,
  payFormerMember as payFormerContract,
  putPayoutSettings as putPayoutSettingsContract,
} from '#contracts/console/staff/payouts.ts'
import {
  getPromoterSettings as getSettingsContract,
  putPromoterSettings as putSettingsContract,
} from '#contracts/console/settings.ts'
import {
  invite as inviteContract,
  listInvitations as listInvitationsContract,
  listMembers as listMembersContract,
  putMember as putMemberContract,
  removeMember as removeMemberContract,
  resendInvitation as resendContract,
  revokeInvitation as revokeContract,
  listStaffOptions as optionsContract,
} from '#contracts/console/staff/staff.ts'
import { listAuditOptions, listAuditLog } from '#server/platform/audit/list-audit-log.ts'
import { listPromoterEarnings } from '#server/money/earnings/list-promoter-earnings.ts'
import {
  createCommissionRule,
  deleteCommissionRule,
  listCommissionRules,
  putCommissionRule,
} from '#server/money/earnings/manage-rules.ts'
import { invite } from '#server/people/invitations/invite.ts'
import { listInvitations } from '#server/people/invitations/list-invitations.ts'
import { resendInvitation } from '#server/people/invitations/resend-invitation.ts'
import { revokeInvitation } from '#server/people/invitations/revoke-invitation.ts'
import { listFeeInvoices } from '#server/money/fee-invoices/list-fee-invoices.ts'
import { listPromoterPayouts } from '#server/money/payouts/list-promoter-payouts.ts'
import { payFormerMember } from '#server/money/payouts/pay-former-member.ts'
import { getPayoutSettings, putPayoutSettings } from '#server/money/payouts/payout-settings.ts'
import { getPromoterSettings, putPromoterSettings } from '#server/people/promoters/promoter-settings.ts'
import { listMembers } from '#server/people/members/list-members.ts'
import {
  listPromoterAssignments,
  listStaffOptions,
} from '#server/people/members/list-promoter-assignments.ts'
import { putMember } from '#server/people/members/put-member.ts'
import { removeMember } from '#server/people/members/remove-member.ts'
import { createAssignment, deleteAssignment, putAssignment } from '#server/people/members/save-assignment.ts'
import { createPromoterLink } from '#server/sales/tracking-links/create-promoter-link.ts'
import { listPromoterLinks } from '#server/sales/tracking-links/list-promoter-links.ts'
import type { BindPromoter } from '#server/http/bindings/bindings.ts'

export function bindTeam(bindPromoter: BindPromoter): void {
  bindPromoter(listMembersContract, listMembers)
  bindPromoter(putMemberContract, putMember)
  bindPromoter(removeMemberContract, removeMember)
  bindPromoter(listInvitationsContract, listInvitations)
  bindPromoter(inviteContract, invite)
  bindPromoter(resendContract, resendInvitation)
  bindPromoter(revokeContract, revokeInvitation)
  bindPromoter(optionsContract, listStaffOptions)
  bindPromoter(listPromoterAssignmentsContract, listPromoterAssignments)
  bindPromoter(createAssignmentContract, createAssignment)
  bindPromoter(putAssignmentContract, putAssignment)
  bindPromoter(deleteAssignmentContract, deleteAssignment)
  bindPromoter(listRulesContract, listCommissionRules)
  bindPromoter(createRuleContract, createCommissionRule)
  bindPromoter(putRuleContract, putCommissionRule)
  bindPromoter(deleteRuleContract, deleteCommissionRule)
  bindPromoter(listLinksContract, listPromoterLinks)
  bindPromoter(createLinkContract, createPromoterLink)
  bindPromoter(listPayoutsContract, listPromoterPayouts)
  bindPromoter(listFeeInvoicesContract, listFeeInvoices)
  bindPromoter(listEarningsContract, listPromoterEarnings)
  bindPromoter(payFormerContract, payFormerMember)
  bindPromoter(getPayoutSettingsContract, getPayoutSettings)
  bindPromoter(putPayoutSettingsContract, putPayoutSettings)
  bindPromoter(getSettingsContract, getPromoterSettings)
  bindPromoter(putSettingsContract, putPromoterSettings)
  bindPromoter(listAuditLogContract, listAuditLog)
  bindPromoter(listAuditOptionsContract, listAuditOptions)
}
