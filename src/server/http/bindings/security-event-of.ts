import { statusOf, type ErrorCode } from '#contracts/platform/errors.ts'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import type { SecurityEvent, SecurityEventName } from '#server/platform/security/security-events.ts'
import type { VisitorCall } from '#server/use-case.ts'
import type { SignedIn } from '#server/use-case.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'

/** Calls that are logged as a security event when they succeed. */
export const SECURITY_EVENT_BY_ENDPOINT: Readonly<Record<string, SecurityEventName>> = {
  'POST /api/auth/customer/login': 'signed_in',
  'POST /api/auth/customer/login/passkey': 'signed_in',
  'POST /api/auth/customer/logout-everywhere': 'signed_out_everywhere',
  'DELETE /api/auth/customer/sessions/{id}': 'session_ended',
  'POST /api/public/auth/customer/register': 'account_registered',
  'DELETE /api/auth/customer/me': 'account_deleted',
  'POST /api/public/auth/customer/verify-email': 'address_confirmed',
  'POST /api/auth/customer/change-email': 'address_change_requested',
  'POST /api/public/auth/customer/undo-email-change': 'address_change_undone',
  'POST /api/auth/customer/change-password': 'password_changed',
  'POST /api/public/auth/customer/reset-password/confirm': 'password_reset',
  'POST /api/auth/customer/passkeys': 'factor_added',
  'DELETE /api/auth/customer/passkeys/{id}': 'factor_removed',
  'POST /api/auth/customer/authenticator/confirm': 'factor_added',
  'DELETE /api/auth/customer/authenticator': 'factor_removed',
  'POST /api/auth/customer/authenticator/recovery-codes': 'recovery_codes_renewed',
  'POST /api/promoter/invitations': 'member_invited',
  'DELETE /api/promoter/invitations/{id}': 'invitation_revoked',
  'POST /api/auth/customer/invitations/accept': 'member_joined',
  'POST /api/operator/link': 'operator_added',
  'POST /api/promoter/bank-accounts': 'bank_account_changed',
  'POST /api/promoter/bank-accounts/confirm': 'bank_accounts_confirmed',
  'POST /api/public/bank-accounts/undo': 'bank_account_restored',
  'GET /api/operator/accounts/{id}': 'account_viewed',
  'POST /api/operator/accounts/{id}/end-sessions': 'account_cared',
  'POST /api/operator/accounts/{id}/factor-removals': 'account_cared',
  'POST /api/operator/accounts/{id}/cancel-factor-removals': 'account_cared',
  'POST /api/operator/accounts/{id}/restore-email': 'account_cared',
  'POST /api/operator/accounts/{id}/lock': 'account_locked',
  'POST /api/operator/accounts/{id}/unlock': 'account_unlocked',
  'DELETE /api/operator/accounts/{id}': 'account_removed',
  'POST /api/public/auth/customer/keep-second-factors': 'factor_removal_cancelled',
  'POST /api/auth/customer/keep-second-factors': 'factor_removal_cancelled',
  'POST /api/operator/promoters/{id}/approve': 'promoter_approved',
  'POST /api/operator/promoters/{id}/reject': 'promoter_rejected',
  'POST /api/operator/promoters/{id}/suspend': 'promoter_suspended',
  'POST /api/operator/promoters/{id}/reinstate': 'promoter_reinstated',
  'POST /api/operator/promoters/{id}/support': 'support_started',
  'POST /api/operator/terms': 'terms_changed',
  'POST /api/operator/promoters/{id}/terms': 'terms_changed',
  'POST /api/operator/promoters/{id}/terms/default': 'terms_changed',
  'PUT /api/operator/promoters/{id}/settlement-settings': 'settlement_rules_changed',
  'POST /api/operator/settlements/{id}/cancel': 'settlement_moved',
  'POST /api/operator/settlements/{id}/paid': 'settlement_moved',
  'POST /api/operator/settlements/{id}/failed': 'settlement_moved',
  'POST /api/operator/promoters/{id}/adjustments': 'balance_adjusted',
  'POST /api/operator/bank-files': 'bank_file_created',
  'PUT /api/promoter/members/{accountId}': 'member_changed',
  'DELETE /api/promoter/members/{accountId}': 'member_removed',
  'POST /api/promoter/api-keys': 'api_key_created',
  'DELETE /api/promoter/api-keys/{id}': 'api_key_revoked',
  'POST /api/promoter/door-pairings': 'door_pairing_created',
  'POST /api/promoter/door-pairings/{id}/code': 'door_pairing_created',
  'DELETE /api/promoter/door-pairings/{id}': 'door_device_revoked',
  'DELETE /api/promoter/door-devices/{id}': 'door_device_revoked',
  'POST /api/promoter/webhooks/{id}/rotate-secret': 'webhook_secret_rotated',
}

const SIGN_IN_FAILURES = new Set<ErrorCode>(['INVALID_CREDENTIALS', 'SECOND_FACTOR_WRONG', 'PASSKEY_REFUSED'])

type Call = VisitorCall & Partial<PromoterCaller> & { account?: SignedIn; params?: unknown }

export function securityEventOf(
  contract: Endpoint,
  { result, call: made }: { result: Result<unknown, ErrorCode>; call: Call },
): SecurityEvent | undefined {
  const call = `${contract.method} ${contract.path}`
  const event = nameOf(call, result)
  if (!event) return undefined
  return {
    event,
    code: result.success ? undefined : result.error.code,
    call,
    address: made.client.address,
    ...whoCalls(made, result),
    subjectId: idIn(made.params),
  }
}

function nameOf(call: string, result: Result<unknown, ErrorCode>): SecurityEventName | undefined {
  const onSuccess = SECURITY_EVENT_BY_ENDPOINT[call]
  if (result.success) return onSuccess
  const { code } = result.error
  if (onSuccess === 'signed_in' && SIGN_IN_FAILURES.has(code)) return 'sign_in_failed'
  if (code === 'WEBHOOK_SIGNATURE') return 'webhook_refused'
  if (statusOf(code) === 403) return 'access_refused'
  return statusOf(code) === 429 ? 'limit_reached' : undefined
}

const whoCalls = (
  { account, actor, promoterId, site }: Call,
  result: Result<unknown, ErrorCode>,
): Pick<SecurityEvent, 'accountId' | 'promoterId' | 'apiKeyId'> => ({
  accountId: account?.id ?? actor?.accountId ?? accountIn(result),
  promoterId: promoterId ?? (site.kind === 'storefront' ? site.promoterId : undefined),
  apiKeyId: actor?.apiKeyId ?? undefined,
})

function accountIn(result: Result<unknown, ErrorCode>): string | undefined {
  const data = result.success ? result.data : undefined
  if (typeof data !== 'object' || data === null || !('customer' in data)) return undefined
  const { customer } = data
  return typeof customer === 'object' && customer !== null && 'id' in customer
    ? String(customer.id)
    : undefined
}

const idIn = (params: unknown): string | undefined =>
  typeof params === 'object' && params !== null ? Object.values(params).map(String)[0] : undefined
