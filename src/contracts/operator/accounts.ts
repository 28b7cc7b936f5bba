import * as z from 'zod/mini'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { nothing } from '#contracts/platform/nothing.ts'
import { REMOVABLE_FACTORS } from '#model/people/account-actions.ts'
import { memberRole } from '#model/people/members.ts'
import { emailAddress } from '#model/people/people.ts'
import { reference } from '#model/platform/bounds.ts'

/** Operator's reason for an action on an account. Stored in the operators' log; the account's owner doesn't see it. */
export const accountActionReason = z
  .string()
  .check(z.trim(), z.minLength(3, 'Enter the reason.'), z.maxLength(500, 'Use 500 characters at most.'))

export const accountListRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isVerified: z.boolean(),
  isLocked: z.boolean(),
  since: z.string(),
})
export type AccountListRow = z.infer<typeof accountListRow>

const person = z.nullable(z.string())

/** Kinds of entries in an account's history. It lists emails to the owner and actions of operators, newest first. */
export const ACCOUNT_EVENTS = [
  'new_sign_in',
  'password_changed',
  'email_changed',
  'factor_changed',
  'sessions_ended',
  'locked',
  'unlocked',
  'email_restored',
  'factor_removal_requested',
  'factor_kept',
  'factor_removed',
] as const

export const accountView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isVerified: z.boolean(),
  since: z.string(),
  /** Time of the last sign-in; null when no session is stored. */
  lastSignInAt: z.nullable(z.string()),
  isOperator: z.boolean(),
  /** True for the caller's own account, which can't be changed here. */
  isOwn: z.boolean(),
  /** `by` is null once the operator's account is deleted. */
  lock: z.nullable(z.object({ since: z.string(), by: person, reason: z.string() })),
  sessions: z.array(
    z.object({
      id: z.string(),
      host: z.string(),
      device: z.string(),
      /** IP address without its last part; '' for old sessions. */
      network: z.string(),
      hasSecondFactor: z.boolean(),
      since: z.string(),
      lastUsedAt: z.string(),
    }),
  ),
  factors: z.object({
    hasAuthenticator: z.boolean(),
    recoveryCodesLeft: z.int(),
    passkeys: z.array(
      z.object({ name: z.string(), host: z.string(), since: z.string(), lastUsedAt: z.nullable(z.string()) }),
    ),
  }),
  /** Removals of second factors. `dueAt` is null until the owner was emailed about the removal. */
  removals: z.array(
    z.object({
      factor: z.enum(REMOVABLE_FACTORS),
      requestedAt: z.string(),
      by: person,
      dueAt: z.nullable(z.string()),
    }),
  ),
  memberships: z.array(z.object({ promoterId: z.string(), promoter: z.string(), role: memberRole })),
  orders: z.object({ paid: z.int(), all: z.int() }),
  /** Changes of the email address that can be undone. */
  emailChanges: z.array(z.object({ email: z.string(), changedAt: z.string(), until: z.string() })),
  events: z.array(
    z.object({ at: z.string(), kind: z.enum(ACCOUNT_EVENTS), by: person, reason: z.nullable(z.string()) }),
  ),
})
export type AccountView = z.infer<typeof accountView>

const params = z.object({ id: reference })
const data = z.object({ account: accountView })
const REFUSALS = ['NOT_FOUND', 'OWN_ACCOUNT', 'RATE_LIMITED'] as const

export const findAccounts = endpoint({
  description:
    'Finds accounts by email address or its beginning, name or its beginning, id, or the number of an order that belongs to the account. ' +
    'Returns at most 20, verified ones first.',
  method: 'GET',
  path: '/api/operator/accounts',
  access: 'operator',
  query: z.object({
    q: z.string().check(z.trim(), z.minLength(2, 'Enter two characters or more.'), z.maxLength(254)),
  }),
  data: z.object({ accounts: z.array(accountListRow) }),
  errors: ['RATE_LIMITED'],
})

export const getAccount = endpoint({
  description:
    'Returns an account with its sessions, second factors, memberships and recent security events. Never a password, secret or hash.',
  method: 'GET',
  path: '/api/operator/accounts/{id}',
  access: 'operator',
  params,
  data,
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})

export const endAccountSessions = endpoint({
  description: 'Ends all sessions of an account, on every node at once. Its owner is notified by email.',
  method: 'POST',
  path: '/api/operator/accounts/{id}/end-sessions',
  access: 'operator',
  params,
  body: z.object({ reason: accountActionReason }),
  data,
  errors: REFUSALS,
})

export const lockAccount = endpoint({
  description:
    'Locks an account: ends its sessions, and refuses sign-ins and the API keys that it created until it is unlocked. Its tickets and ' +
    'orders stay available by their links. SOLE_OPERATOR if no other operator would be left. Its owner is notified by email.',
  method: 'POST',
  path: '/api/operator/accounts/{id}/lock',
  access: 'operator',
  params,
  body: z.object({ reason: accountActionReason }),
  data,
  errors: [...REFUSALS, 'SOLE_OPERATOR'],
})

export const unlockAccount = endpoint({
  description: 'Unlocks an account. Its owner is notified by email and signs in again.',
  method: 'POST',
  path: '/api/operator/accounts/{id}/unlock',
  access: 'operator',
  params,
  body: z.object({ reason: accountActionReason }),
  data,
  errors: REFUSALS,
})

export const requestFactorRemoval = endpoint({
  description:
    'Schedules the removal of a lost second factor. The owner is emailed, and the factor is removed 72 hours after that email was sent, unless ' +
    'someone signs in with a second factor or uses the link in the email. EMAIL_NOT_VERIFIED if the address isn’t verified. OPERATOR_ACCOUNT ' +
    'for operators. Repeating the request has no effect.',
  method: 'POST',
  path: '/api/operator/accounts/{id}/factor-removals',
  access: 'operator',
  params,
  body: z.object({ factor: z.enum(REMOVABLE_FACTORS), reason: accountActionReason }),
  data,
  errors: [...REFUSALS, 'OPERATOR_ACCOUNT', 'EMAIL_NOT_VERIFIED', 'FACTOR_MISSING'],
})

export const cancelFactorRemovals = endpoint({
  description: 'Cancels the requested removals of second factors. Its owner is notified by email.',
  method: 'POST',
  path: '/api/operator/accounts/{id}/cancel-factor-removals',
  access: 'operator',
  params,
  body: z.object({ reason: accountActionReason }),
  data,
  errors: REFUSALS,
})

export const restoreAccountEmail = endpoint({
  description:
    'Undoes a change of the email address within seven days, like the link in the email about it: restores `email`, invalidates the ' +
    'password, ends every session and deletes every second factor. The restored address gets an email with a link to choose a password. ' +
    'LINK_INVALID if the address is no longer available. OPERATOR_ACCOUNT for operators.',
  method: 'POST',
  path: '/api/operator/accounts/{id}/restore-email',
  access: 'operator',
  params,
  body: z.object({ email: emailAddress, reason: accountActionReason }),
  data,
  errors: [...REFUSALS, 'OPERATOR_ACCOUNT', 'LINK_INVALID'],
})

export const deleteAccountOnRequest = endpoint({
  description:
    'Deletes an account at its owner’s request, with the same effects as a deletion by the owner. `email` must be its address, so that no other account is ' +
    'deleted by mistake. Refused with unpaid earnings, for a promoter’s only owner, and for the only operator.',
  method: 'DELETE',
  path: '/api/operator/accounts/{id}',
  access: 'operator',
  params,
  body: z.object({ email: emailAddress, reason: accountActionReason }),
  data: nothing,
  errors: [...REFUSALS, 'EARNINGS_LEFT', 'SOLE_OWNER', 'SOLE_OPERATOR'],
})
