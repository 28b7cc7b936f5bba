import type {
  IntentStatus,
  Payee,
  ProviderDispute,
  ProviderPayout,
  ProviderRefund,
} from '#server/money/providers/provider.ts'

type Steps<Status extends string> = Readonly<Record<Status, readonly Status[]>>

/**
 * State changes that the simulated provider allows. A declined card leaves an intent open; a succeeded refund can
 * still fail.
 */
export const SANDBOX_TRANSITIONS = {
  intent: {
    open: ['open', 'requires_action', 'processing', 'succeeded', 'cancelled'],
    requires_action: ['open', 'requires_action', 'processing', 'succeeded', 'cancelled'],
    processing: ['succeeded'],
    succeeded: [],
    cancelled: [],
  } satisfies Steps<IntentStatus>,
  refund: {
    pending: ['succeeded'],
    succeeded: ['failed'],
    failed: [],
  } satisfies Steps<ProviderRefund['status']>,
  dispute: { open: ['won', 'lost'], won: [], lost: [] } satisfies Steps<ProviderDispute['status']>,
  payee: {
    incomplete: ['checking', 'refused'],
    checking: ['ready', 'refused'],
    ready: ['refused'],
    refused: [],
  } satisfies Steps<Payee['status']>,
  payout: { sent: ['paid', 'failed'], paid: [], failed: [] } satisfies Steps<ProviderPayout['status']>,
} as const

export const statusesBefore = <Status extends string>(steps: Steps<Status>, to: Status): Status[] =>
  // `Object.keys` returns string[].
  (Object.keys(steps) as Status[]).filter((from) => steps[from].includes(to))
