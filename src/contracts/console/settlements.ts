import * as z from 'zod/mini'
import { cursor, reference, version } from '#model/platform/bounds.ts'
import { currency } from '#model/platform/currency.ts'
import {
  settlementMethod,
  settlementSchedule,
  settlementStatus,
  statementLineKind,
} from '#model/money/settlements.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { payoutAccount } from '#contracts/portal/earnings.ts'

const money = z.number()

export const settlementBalance = z.object({
  currency: z.string(),
  /**
   * The promoter's balance. It is negative after refunds or disputes of orders that were already paid out; the negative amount is deducted
   * from later sales.
   */
  balance: money,
  /** Part of the balance that is held until the events are over. */
  notDue: money,
  /** Part of the balance that is held for refunds and disputes. */
  reserve: money,
  /** Commission that was paid out to members and deducted after refunds. It is held until they have earned it again. */
  memberDebt: money,
  available: money,
  /** Settlements that are prepared or sent but haven't arrived. */
  underway: money,
  /** Total of the settlements that have arrived. */
  paid: money,
  /**
   * The next scheduled payout: its time, and the amount expected from sales so far. Null without a schedule or payout method, while payouts
   * are on hold, and when nothing is expected.
   */
  next: z.nullable(z.object({ at: z.string(), amount: money })),
})
export type SettlementBalanceView = z.infer<typeof settlementBalance>

export const settlement = z.object({
  id: z.string(),
  number: z.int(),
  currency: z.string(),
  amount: money,
  /** Part of the amount that is taxes, which the promoter must pay to the tax office. */
  taxes: money,
  status: settlementStatus,
  method: z.enum(['provider', 'bank']),
  /** Why it failed or was cancelled; otherwise ''. */
  reason: z.string(),
  /** True while the platform's balance at the payment provider is too low. The transfer is retried. */
  isWaitingForFunds: z.boolean(),
  /** Name of the owner who requested it; null when scheduled or requested by an API key. */
  requestedBy: z.nullable(z.string()),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
})
export type Settlement = z.infer<typeof settlement>

export const statement = z.object({
  openingBalance: money,
  /** Positive amounts increase the balance. The sum of the lines is the closing balance minus the opening balance. */
  lines: z.array(z.object({ kind: statementLineKind, amount: money })),
  /** Balance after this settlement. `notDue`, `reserve` and `memberDebt` are the parts of it that were held. */
  closingBalance: money,
  notDue: money,
  reserve: money,
  memberDebt: money,
  /**
   * Part of the lines that is taxes, which the promoter must pay to the tax office. Doesn't include taxes in amounts
   * that settlements paid out.
   */
  taxes: money,
})
export type Statement = z.infer<typeof statement>

export const getSettlementBalances = endpoint({
  description:
    'Returns what the promoter is owed, by currency: the balance, what is held, and what is available to be paid out.',
  method: 'GET',
  path: '/api/promoter/settlement-balances',
  access: 'promoter',
  scope: 'payouts:read',
  data: z.object({ balances: z.array(settlementBalance) }),
})

export const notDueEvent = z.object({
  eventId: z.string(),
  title: z.string(),
  currency: z.string(),
  /** Amount that isn't due yet, including the part that can be paid out early. */
  amount: money,
  /** When the amount can be paid out; null while it waits for pending refunds. */
  dueAt: z.nullable(z.string()),
})
export type NotDueEvent = z.infer<typeof notDueEvent>

export const listNotDueEvents = endpoint({
  description:
    'Lists the amounts that can’t be paid out yet, by event, soonest first (at most 100). They include the part that can be paid out ' +
    'early. An order for several events is listed under the event that is due last.',
  method: 'GET',
  path: '/api/promoter/settlement-balances/events',
  access: 'promoter',
  scope: 'payouts:read',
  data: z.object({ events: z.array(notDueEvent) }),
})

export const listSettlements = endpoint({
  description: 'Lists the payouts to the promoter, newest first.',
  method: 'GET',
  path: '/api/promoter/settlements',
  access: 'promoter',
  scope: 'payouts:read',
  query: z.object({ cursor: z.optional(cursor), status: z.optional(settlementStatus) }),
  data: z.object({ settlements: z.array(settlement), nextCursor: z.nullable(z.string()) }),
})

const id = z.object({ id: reference })

export const getSettlement = endpoint({
  description:
    'Returns a settlement with its statement: opening balance, all amounts recorded since the previous settlement, closing balance.',
  method: 'GET',
  path: '/api/promoter/settlements/{id}',
  access: 'promoter',
  scope: 'payouts:read',
  params: id,
  data: z.object({ settlement, statement }),
  errors: ['NOT_FOUND'],
})

/** Transactions of a statement for one order, or a single transaction that belongs to no order. */
export const statementEntry = z.object({
  /** Id of the order, or of the ledger transaction if there is no order. */
  id: z.string(),
  /** Number of the order; null for adjustments and settlements. */
  orderNumber: z.nullable(z.string()),
  eventTitles: z.array(z.string()),
  /** Reason of an adjustment or of a returned settlement; otherwise ''. */
  note: z.string(),
  at: z.string(),
  lines: z.array(z.object({ kind: statementLineKind, amount: money })),
  amount: money,
})
export type StatementEntry = z.infer<typeof statementEntry>

export const listStatementEntries = endpoint({
  description:
    'Lists the entries of a statement by order, oldest first. Their amounts add up to those of the statement.',
  method: 'GET',
  path: '/api/promoter/settlements/{id}/entries',
  access: 'promoter',
  scope: 'payouts:read',
  params: id,
  query: z.object({ cursor: z.optional(cursor) }),
  data: z.object({ entries: z.array(statementEntry), nextCursor: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})

export const requestSettlement = endpoint({
  description:
    'Pays out everything available in a currency. A retry with the same Idempotency-Key returns the same settlement. ' +
    'SETTLEMENT_OPEN while another one in this currency is being prepared.',
  method: 'POST',
  path: '/api/promoter/settlements',
  access: 'promoter',
  scope: 'payouts:write',
  body: z.object({ currency }),
  idempotencyKey: 'required',
  data: z.object({ settlement }),
  status: 201,
  errors: [
    'KEY_REUSED',
    'NOT_FOUND',
    'SETTLEMENT_HELD',
    'SETTLEMENT_METHOD_MISSING',
    'SETTLEMENT_NOTHING_AVAILABLE',
    'SETTLEMENT_OPEN',
    'PAYOUT_ACCOUNT_MISSING',
    'PAYOUT_ACCOUNT_NOT_READY',
  ],
})

/** Settings that the owner can change. */
export const settlementPreferences = z.object({
  method: settlementMethod,
  schedule: settlementSchedule,
  /** Day of the weekly payout in UTC: 1 (Monday) to 7 (Sunday). */
  weekday: z.int().check(z.minimum(1), z.maximum(7)),
})

export const settlementSettings = z.extend(settlementPreferences, {
  /** Number of days after an order's last event until its amount can be paid out. */
  delayDays: z.int(),
  /** Percentage of amounts not yet due that is available early. Set by the platform, like the next three fields. */
  earlyShare: z.number(),
  /** Percentage of the sales of the last `reserveDays` that is held for refunds. */
  reserve: z.number(),
  reserveDays: z.int(),
  isHeld: z.boolean(),
  /** Why payouts are on hold; otherwise ''. */
  holdReason: z.string(),
  version,
})
export type SettlementSettings = z.infer<typeof settlementSettings>

export const getSettlementSettings = endpoint({
  description: 'Returns how and when the promoter is paid.',
  method: 'GET',
  path: '/api/promoter/settlement-settings',
  access: 'promoter',
  scope: 'payouts:read',
  data: z.object({ settings: settlementSettings }),
})

export const putSettlementSettings = endpoint({
  description:
    'Sets how and when the promoter is paid. Delay, early share and reserve are set by the platform. ' +
    'A method needs its payout account or bank details first. Changing it needs a session that used a second factor, else ' +
    'SECOND_FACTOR_NEEDED; API keys can’t change it. All owners get an email.',
  method: 'PUT',
  path: '/api/promoter/settlement-settings',
  access: 'promoter',
  scope: 'payouts:write',
  body: z.extend(settlementPreferences, { version }),
  data: z.object({ settings: settlementSettings }),
  errors: ['NOT_FOUND', 'EDIT_CONFLICT', 'PAYOUT_ACCOUNT_MISSING', 'SECOND_FACTOR_NEEDED'],
})

export const getSettlementAccount = endpoint({
  description: "Returns the state of the promoter's account at the payment provider.",
  method: 'GET',
  path: '/api/promoter/settlement-account',
  access: 'promoter',
  scope: 'payouts:read',
  data: z.object({ account: payoutAccount }),
})

export const createSettlementAccount = endpoint({
  description:
    "Creates the promoter's account at the payment provider, with the owner as its contact. Returns the existing account, if any. " +
    'The session must have used a second factor, else SECOND_FACTOR_NEEDED. All owners get an email.',
  method: 'POST',
  path: '/api/promoter/settlement-account',
  access: 'member',
  permission: 'promoter:own',
  data: z.object({ account: payoutAccount }),
  errors: ['PAYMENT_PROVIDER_FAILED', 'PAYEE_REFUSED', 'SECOND_FACTOR_NEEDED'],
})

const returnUrl = z.object({ returnUrl: z.string().check(z.maxLength(2000)) })

export const settlementOnboardingLink = endpoint({
  description:
    'Creates an onboarding link of the account. `returnUrl` must be a page of this site; `?setup=complete` is added. ' +
    'The session must have used a second factor, else SECOND_FACTOR_NEEDED.',
  method: 'POST',
  path: '/api/promoter/settlement-account/onboarding-link',
  access: 'member',
  permission: 'promoter:own',
  body: returnUrl,
  data: z.object({ url: z.string() }),
  errors: ['PAYOUT_ACCOUNT_MISSING', 'PAYMENT_PROVIDER_FAILED', 'PAYEE_REFUSED', 'SECOND_FACTOR_NEEDED'],
})

export const settlementDashboardLink = endpoint({
  description:
    "Creates a link to the payment provider's dashboard of the account. The session must have used a second factor, else " +
    'SECOND_FACTOR_NEEDED.',
  method: 'POST',
  path: '/api/promoter/settlement-account/dashboard-link',
  access: 'member',
  permission: 'promoter:own',
  data: z.object({ url: z.string() }),
  errors: ['PAYOUT_ACCOUNT_MISSING', 'PAYMENT_PROVIDER_FAILED', 'PAYEE_REFUSED', 'SECOND_FACTOR_NEEDED'],
})
