import { endSupport as endSupportContract } from '#contracts/console/support.ts'
import {
  listOperatorLog as listOperatorLogContract,
  listOperatorLogOptions as listOperatorLogOptionsContract,
} from '#contracts/operator/audit.ts'
import {
  getFeeInvoiceSettings as getBillingContract,
  listAllFeeInvoices as listAllFeeInvoicesContract,
  putFeeInvoiceSettings as putBillingContract,
} from '#contracts/operator/fee-invoices.ts'
import {
  acceptOperatorLink as acceptOperatorLinkContract,
  listOperators as listOperatorsContract,
} from '#contracts/operator/operators.ts'
import {
  addPromoterNote as addPromoterNoteContract,
  approvePromoter as approvePromoterContract,
  getManagedPromoter as getManagedPromoterContract,
  listAllPromoters as listAllPromotersContract,
  listPromoterAuditLog as listPromoterAuditLogContract,
  reinstatePromoter as reinstatePromoterContract,
  rejectPromoter as rejectPromoterContract,
  startSupport as startSupportContract,
  suspendPromoter as suspendPromoterContract,
} from '#contracts/operator/promoters.ts'
import {
  getRegistrationSettings as getRegistrationSettingsContract,
  invitePromoter as invitePromoterContract,
  listPromoterInvitations as listPromoterInvitationsContract,
  putRegistrationSettings as putRegistrationSettingsContract,
  revokePromoterInvitation as revokePromoterInvitationContract,
} from '#contracts/operator/registration.ts'
import { getProviderStatus as getProviderStatusContract } from '#contracts/operator/payments.ts'
import {
  followDefaultTerms as followDefaultTermsContract,
  getPromoterTerms as getPromoterTermsContract,
  listTerms as listTermsContract,
  setDefaultTerms as setDefaultTermsContract,
  setPromoterTerms as setPromoterTermsContract,
} from '#contracts/operator/terms.ts'
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
import type { BindOperator, BindSignedIn } from './bindings.ts'

export function bindOperators(bindSignedIn: BindSignedIn, bindOperator: BindOperator): void {
  bindSignedIn(acceptOperatorLinkContract, acceptOperatorLink)
  bindOperator(listOperatorsContract, listOperators)
  bindOperator(listOperatorLogContract, listOperatorLog)
  bindOperator(listOperatorLogOptionsContract, listOperatorLogOptions)
  bindPromoters(bindOperator)
  bindRegistration(bindOperator)
  bindTerms(bindOperator)
}

function bindPromoters(bindOperator: BindOperator): void {
  bindOperator(listAllPromotersContract, listAllPromoters)
  bindOperator(getManagedPromoterContract, getManagedPromoter)
  bindOperator(approvePromoterContract, approvePromoter)
  bindOperator(rejectPromoterContract, rejectPromoter)
  bindOperator(suspendPromoterContract, suspendPromoter)
  bindOperator(reinstatePromoterContract, reinstatePromoter)
  bindOperator(addPromoterNoteContract, addPromoterNote)
  bindOperator(listPromoterAuditLogContract, listPromoterAuditLog)
  bindOperator(startSupportContract, startSupport)
  bindOperator(endSupportContract, endSupport)
}

function bindRegistration(bindOperator: BindOperator): void {
  bindOperator(getRegistrationSettingsContract, getRegistrationSettings)
  bindOperator(putRegistrationSettingsContract, putRegistrationSettings)
  bindOperator(listPromoterInvitationsContract, listPromoterInvitations)
  bindOperator(invitePromoterContract, invitePromoter)
  bindOperator(revokePromoterInvitationContract, revokePromoterInvitation)
}

function bindTerms(bindOperator: BindOperator): void {
  bindOperator(listTermsContract, listTerms)
  bindOperator(setDefaultTermsContract, setDefaultTerms)
  bindOperator(getPromoterTermsContract, getPromoterTerms)
  bindOperator(setPromoterTermsContract, setPromoterTerms)
  bindOperator(followDefaultTermsContract, followDefaultTerms)
  bindOperator(getBillingContract, getFeeInvoiceSettings)
  bindOperator(putBillingContract, putFeeInvoiceSettings)
  bindOperator(listAllFeeInvoicesContract, listAllFeeInvoices)
  bindOperator(getProviderStatusContract, getProviderStatus)
}
