import * as support from '#contracts/console/support.ts'
import * as audit from '#contracts/operator/audit.ts'
import * as feeInvoices from '#contracts/operator/fee-invoices.ts'
import * as operators from '#contracts/operator/operators.ts'
import * as promoters from '#contracts/operator/promoters.ts'
import * as registration from '#contracts/operator/registration.ts'
import * as payments from '#contracts/operator/payments.ts'
import * as terms from '#contracts/operator/terms.ts'
import { listAllFeeInvoices } from '#server/money/fee-invoices/list-fee-invoices.ts'
import { getFeeInvoiceSettings, putFeeInvoiceSettings } from '#server/money/fee-invoices/manage-billing.ts'
import { getProviderStatus } from '#server/money/provider-status/get-provider-status.ts'
import { acceptOperatorLink } from '#server/people/operators/accept-operator-link.ts'
import { listOperatorLog, listOperatorLogOptions } from '#server/people/operators/list-operator-log.ts'
import { listOperators } from '#server/people/operators/list-operators.ts'
import { addPromoterNote } from '#server/people/promoter-lifecycle/add-promoter-note.ts'
import {
  approvePromoter,
  reinstatePromoter,
  rejectPromoter,
  suspendPromoter,
} from '#server/people/promoter-lifecycle/change-promoter-status.ts'
import { getManagedPromoter } from '#server/people/promoter-lifecycle/get-managed-promoter.ts'
import { listPromoterAuditLog } from '#server/people/promoter-lifecycle/list-promoter-audit-log.ts'
import { listAllPromoters } from '#server/people/promoters/list-all-promoters.ts'
import {
  invitePromoter,
  listPromoterInvitations,
  revokePromoterInvitation,
} from '#server/people/registration/promoter-invitations.ts'
import {
  getRegistrationSettings,
  putRegistrationSettings,
} from '#server/people/registration/registration-settings.ts'
import { getPromoterTerms } from '#server/pricing/terms/get-terms.ts'
import { listTerms } from '#server/pricing/terms/list-terms.ts'
import { followDefaultTerms, setDefaultTerms, setPromoterTerms } from '#server/pricing/terms/set-terms.ts'
import { endSupport } from '#server/people/support/end-support.ts'
import { startSupport } from '#server/people/support/start-support.ts'
import type { Bind } from './bindings.ts'

export function bindOperators(bind: Bind): void {
  bind(operators.acceptOperatorLink, acceptOperatorLink)
  bind(operators.listOperators, listOperators)
  bind(audit.listOperatorLog, listOperatorLog)
  bind(audit.listOperatorLogOptions, listOperatorLogOptions)
  bindPromoters(bind)
  bindRegistration(bind)
  bindTerms(bind)
}

function bindPromoters(bind: Bind): void {
  bind(promoters.listAllPromoters, listAllPromoters)
  bind(promoters.getManagedPromoter, getManagedPromoter)
  bind(promoters.approvePromoter, approvePromoter)
  bind(promoters.rejectPromoter, rejectPromoter)
  bind(promoters.suspendPromoter, suspendPromoter)
  bind(promoters.reinstatePromoter, reinstatePromoter)
  bind(promoters.addPromoterNote, addPromoterNote)
  bind(promoters.listPromoterAuditLog, listPromoterAuditLog)
  bind(promoters.startSupport, startSupport)
  bind(support.endSupport, endSupport)
}

function bindRegistration(bind: Bind): void {
  bind(registration.getRegistrationSettings, getRegistrationSettings)
  bind(registration.putRegistrationSettings, putRegistrationSettings)
  bind(registration.listPromoterInvitations, listPromoterInvitations)
  bind(registration.invitePromoter, invitePromoter)
  bind(registration.revokePromoterInvitation, revokePromoterInvitation)
}

function bindTerms(bind: Bind): void {
  bind(terms.listTerms, listTerms)
  bind(terms.setDefaultTerms, setDefaultTerms)
  bind(terms.getPromoterTerms, getPromoterTerms)
  bind(terms.setPromoterTerms, setPromoterTerms)
  bind(terms.followDefaultTerms, followDefaultTerms)
  bind(feeInvoices.getFeeInvoiceSettings, getFeeInvoiceSettings)
  bind(feeInvoices.putFeeInvoiceSettings, putFeeInvoiceSettings)
  bind(feeInvoices.listAllFeeInvoices, listAllFeeInvoices)
  bind(payments.getProviderStatus, getProviderStatus)
}
