import { toMajor } from '#model/platform/money.ts'
import { REGISTRATION_LABELS, registrationMode } from './registration.ts'

export interface LoggedAction {
  /** Name of the operator; '' for a command on the server or a deleted account. */
  actor: string
  action: string
  /** Name of the changed promoter, person or address; '' when the name is no longer known. */
  subject: string
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

type Describe = (entry: LoggedAction & { actor: string; subject: string }) => string

const withReason = ({ after }: LoggedAction): string => {
  const reason = textOf(after, 'reason')
  return reason === '' ? '' : `: “${reason}”`
}

const OUTCOMES: Readonly<Record<string, string>> = {
  refunded: ', with the buyer paid outside Foyer',
  kept: ', with the money kept by the promoter',
}

const MESSAGES = {
  'operator.added': ({ actor, subject }) => `${actor} made ${subject} an operator`,
  'operator.removed': ({ actor, subject }) => `${actor} removed ${subject} as an operator`,
  'promoter.requested': ({ actor, subject }) => `${actor} asked to join as ${subject}`,
  'promoter.approved': (entry) => `${entry.actor} approved ${entry.subject}${withReason(entry)}`,
  'promoter.rejected': (entry) => `${entry.actor} rejected ${entry.subject}${withReason(entry)}`,
  'promoter.suspended': (entry) => `${entry.actor} suspended ${entry.subject}${withReason(entry)}`,
  'promoter.reinstated': (entry) => `${entry.actor} reinstated ${entry.subject}${withReason(entry)}`,
  'promoter.noted': ({ actor, subject }) => `${actor} added a note to ${subject}`,
  'terms.changed': ({ actor, subject, after }) => {
    const from = textOf(after, 'effectiveFrom')
    const when = from === '' ? '' : ` with effect from ${from.slice(0, 16).replace('T', ' ')} UTC`
    return `${actor} changed the terms of ${subject}${when}`
  },
  'settlement_settings.changed': ({ actor, subject }) => `${actor} changed the payout settings of ${subject}`,
  'settlement.cancelling': (entry) => `${entry.actor} started to cancel ${settlementOf(entry)}`,
  'settlement.not_cancelled': (entry) =>
    `${entry.actor} could not cancel ${settlementOf(entry)}: the payment provider had taken it`,
  'settlement.cancelled': (entry) => `${entry.actor} cancelled ${settlementOf(entry)}`,
  'settlement.paid': (entry) => `${entry.actor} marked ${settlementOf(entry)} as paid`,
  'settlement.failed': (entry) => `${entry.actor} marked ${settlementOf(entry)} as returned by the bank`,
  'account.sessions_ended': (entry) =>
    `${entry.actor} signed ${entry.subject} out on all devices${withReason(entry)}`,
  'account.locked': (entry) => `${entry.actor} locked the account of ${entry.subject}${withReason(entry)}`,
  'account.unlocked': (entry) =>
    `${entry.actor} unlocked the account of ${entry.subject}${withReason(entry)}`,
  'account.email_restored': (entry) =>
    `${entry.actor} restored the email address of ${entry.subject}${withReason(entry)}`,
  'account.factor_removal_requested': (entry) =>
    `${entry.actor} requested the removal of ${factorOf(entry)} of ${entry.subject}${withReason(entry)}`,
  'account.factor_kept': (entry) =>
    `${entry.actor} cancelled the removal of a second factor of ${entry.subject}${withReason(entry)}`,
  'account.factor_removed': (entry) => `${entry.actor} removed ${factorOf(entry)} of ${entry.subject}`,
  'account.deleted': (entry) => `${entry.actor} deleted the account of ${entry.subject}${withReason(entry)}`,
  'mail.replayed': ({ actor, after }) =>
    `${actor} sent ${numberOf(after, 'count') ?? ''} undeliverable emails again`,
  'bank_file.created': (entry) => `${entry.actor} created the bank file ${entry.subject}`,
  'bank_file.downloaded': (entry) => `${entry.actor} downloaded the bank file ${entry.subject}`,
  'bank_file.paid': (entry) => `${entry.actor} marked the bank file ${entry.subject} as paid`,
  'debtor_account.changed': ({ actor, subject }) =>
    `${actor} changed the platform’s own bank account (${subject})`,
  'maintenance.started': ({ actor }) => `${actor} started maintenance`,
  'maintenance.ended': ({ actor }) => `${actor} ended maintenance`,
  'billing.changed': ({ actor }) => `${actor} changed the billing details of the platform`,
  'adjustment.created': (entry) =>
    `${entry.actor} adjusted the balance of ${entry.subject} by ${amountOf(entry)}${withReason(entry)}`,
  'trouble.retried': (entry) => `${entry.actor} retried the refund of ${orderOf(entry)}`,
  'trouble.handled': (entry) =>
    `${entry.actor} marked the problem with ${orderOf(entry)} as handled${OUTCOMES[textOf(entry.after, 'outcome')] ?? ''}${withReason(entry)} (${textOf(entry.after, 'problem')})`,
  'refund_request.approved': (entry) =>
    `${entry.actor} approved the refund of ${amountOf(entry)} for ${orderOf(entry)}`,
  'refund_request.refused': (entry) =>
    `${entry.actor} refused the refund of ${amountOf(entry)} for ${orderOf(entry)}${withReason(entry)}`,
  'refund_limit.changed': (entry) => {
    const { actor, subject, after } = entry
    return numberOf(after, 'amountCents') === undefined
      ? `${actor} removed the refund limit of ${subject}`
      : `${actor} set the refund limit of ${subject} to ${amountOf(entry)} per order`
  },
  'main_site.changed': ({ actor, after }) =>
    `${actor} changed the ${textsOf(after, 'changed').join(', ') || 'settings'} of the main site`,
  'main_site.featured_changed': ({ actor, after }) => {
    const titles = textsOf(after, 'events').map((title) => `“${title}”`)
    return titles.length === 0
      ? `${actor} removed all featured events from the main site`
      : `${actor} changed the featured events of the main site to ${titles.join(', ')}`
  },
  'main_site.legal_text_changed': ({ actor, subject, after }) =>
    after?.['isRemoved'] === true
      ? `${actor} removed the page “${subject}” of the main site`
      : `${actor} published version ${numberOf(after, 'version') ?? ''} of the page “${subject}” of the main site`,
  'event.taken_off_main_site': (entry) =>
    `${entry.actor} removed “${entry.subject}” from the main site${withReason(entry)}`,
  'event.put_back_on_main_site': ({ actor, subject }) =>
    `${actor} listed “${subject}” on the main site again`,
  'support.started': (entry) => `${entry.actor} started acting for ${entry.subject}${withReason(entry)}`,
  'support.ended': ({ actor, subject }) => `${actor} stopped acting for ${subject}`,
  'promoter_invitation.sent': ({ actor, subject }) => `${actor} invited ${subject} to create a promoter`,
  'promoter_invitation.revoked': ({ actor, subject }) => `${actor} revoked the invitation of ${subject}`,
  'registration.changed': ({ actor, before, after }) => {
    const changes = [
      ...change(modeLabel(before), modeLabel(after), 'who can create a promoter'),
      ...change(onOff(before), onOff(after), 'single promoter'),
    ]
    return `${actor} changed ${changes.join(' and ') || 'the registration of promoters'}`
  },
} as const satisfies Record<string, Describe>

export type OperatorAction = keyof typeof MESSAGES

/** Groups of actions by their object, for filters. */
export const OPERATOR_SUBJECT_LABELS = {
  promoter: 'Promoters',
  support: 'Acting for promoters',
  promoter_invitation: 'Invitations',
  terms: 'Terms',
  settlement_settings: 'Payout settings',
  settlement: 'Settlements',
  adjustment: 'Adjustments',
  trouble: 'Payment problems',
  refund_request: 'Refunds that need approval',
  refund_limit: 'Refund limits',
  bank_file: 'Bank files',
  debtor_account: 'Platform bank accounts',
  billing: 'Billing details',
  registration: 'Registration',
  main_site: 'Main site',
  event: 'Events',
  account: 'Accounts',
  mail: 'Emails',
  operator: 'Operators',
} as const

/**
 * Describes an entry in one sentence without a full stop. For an action that this version doesn't know, returns its
 * name.
 */
export function operatorLogMessage(entry: LoggedAction): string {
  const named = {
    ...entry,
    actor: entry.actor || 'A command on the server',
    subject: entry.subject || 'someone whose account was deleted',
  }
  const describe = Object.entries<Describe>(MESSAGES).find(([action]) => action === entry.action)?.[1]
  return describe?.(named) ?? `${named.actor}: ${entry.action.replaceAll(/[._]/g, ' ')} (${named.subject})`
}

const change = (before: string, after: string, what: string): string[] =>
  after === '' || before === after ? [] : [`${what} from “${before}” to “${after}”`]

const textOf = (state: LoggedAction['after'], key: string): string => {
  const value = state?.[key]
  return typeof value === 'string' ? value : ''
}

const textsOf = (state: LoggedAction['after'], key: string): string[] => {
  const value = state?.[key]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

const factorOf = ({ after }: LoggedAction): string =>
  textOf(after, 'factor') === 'passkeys' ? 'all passkeys' : 'the authenticator app'

const orderOf = ({ after, subject }: LoggedAction): string => `order ${textOf(after, 'order')} of ${subject}`

const settlementOf = (entry: LoggedAction): string =>
  `settlement ${numberOf(entry.after, 'number') ?? ''} of ${entry.subject}, ${amountOf(entry)},`

function amountOf({ after }: LoggedAction): string {
  const [cents, code] = [numberOf(after, 'amountCents'), textOf(after, 'currency')]
  return cents === undefined || code === '' ? 'an amount' : `${toMajor(cents, code)} ${code}`
}

const numberOf = (state: LoggedAction['after'], key: string): number | undefined => {
  const value = state?.[key]
  return typeof value === 'number' ? value : undefined
}

function modeLabel(state: LoggedAction['after']): string {
  const mode = registrationMode.safeParse(state?.['mode'])
  return mode.success ? REGISTRATION_LABELS[mode.data] : ''
}

const onOff = (state: LoggedAction['after']): string => {
  const value = state?.['isSinglePromoter']
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : ''
}
