import * as assignments from '#contracts/console/staff/assignments.ts'
import * as audit from '#contracts/console/audit.ts'
import * as commissionRules from '#contracts/console/staff/commission-rules.ts'
import * as feeInvoices from '#contracts/console/fee-invoices.ts'
import * as links from '#contracts/console/staff/links.ts'
import * as payouts from '#contracts/console/staff/payouts.ts'
import * as settings from '#contracts/console/settings.ts'
import * as staff from '#contracts/console/staff/staff.ts'
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
import type { Bind } from '#server/http/bindings/bindings.ts'

export function bindTeam(bind: Bind): void {
  bind(staff.listMembers, listMembers)
  bind(staff.putMember, putMember)
  bind(staff.removeMember, removeMember)
  bind(staff.listInvitations, listInvitations)
  bind(staff.invite, invite)
  bind(staff.resendInvitation, resendInvitation)
  bind(staff.revokeInvitation, revokeInvitation)
  bind(staff.listStaffOptions, listStaffOptions)
  bind(assignments.listPromoterAssignments, listPromoterAssignments)
  bind(assignments.createAssignment, createAssignment)
  bind(assignments.putAssignment, putAssignment)
  bind(assignments.deleteAssignment, deleteAssignment)
  bind(commissionRules.listCommissionRules, listCommissionRules)
  bind(commissionRules.createCommissionRule, createCommissionRule)
  bind(commissionRules.putCommissionRule, putCommissionRule)
  bind(commissionRules.deleteCommissionRule, deleteCommissionRule)
  bind(links.listPromoterLinks, listPromoterLinks)
  bind(links.createPromoterLink, createPromoterLink)
  bind(payouts.listPromoterPayouts, listPromoterPayouts)
  bind(feeInvoices.listFeeInvoices, listFeeInvoices)
  bind(payouts.listPromoterEarnings, listPromoterEarnings)
  bind(payouts.payFormerMember, payFormerMember)
  bind(payouts.getPayoutSettings, getPayoutSettings)
  bind(payouts.putPayoutSettings, putPayoutSettings)
  bind(settings.getPromoterSettings, getPromoterSettings)
  bind(settings.putPromoterSettings, putPromoterSettings)
  bind(audit.listAuditLog, listAuditLog)
  bind(audit.listAuditOptions, listAuditOptions)
}
