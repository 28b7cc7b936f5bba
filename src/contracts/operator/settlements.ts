import * as z from 'zod/mini'
import { cursor, reference, version } from '#model/platform/bounds.ts'
import { currency } from '#model/platform/currency.ts'
import { settlementStatus } from '#model/money/settlements.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'
import {
  settlement,
  settlementBalance,
  settlementSettings,
  statement,
  statementEntry,
} from '#contracts/console/settlements.ts'
import { eventStatement, statementEvent } from '#contracts/console/statements/event-statements.ts'

/** Payouts to all promoters, as operators see them. Amounts in major units. */
const promoter = z.object({ id: z.string(), name: z.string() })

export const listBalances = endpoint({
  description:
    'Lists what promoters are owed, by promoter and currency, in the order of their names. Promoters without any sales are left out.',
  method: 'GET',
  path: '/api/operator/balances',
  access: 'operator',
  query: z.object({ cursor: z.optional(cursor) }),
  data: z.object({
    promoters: z.array(z.extend(promoter, { isHeld: z.boolean(), balances: z.array(settlementBalance) })),
    nextCursor: z.nullable(z.string()),
  }),
})
export type PromoterBalances = z.infer<typeof listBalances.data>['promoters'][number]

export const operatorSettlement = z.extend(settlement, {
  promoter,
  /** Why a cancellation or the reversal of a transfer isn't complete, and what to do; otherwise ''. */
  problem: z.string(),
})
export type OperatorSettlement = z.infer<typeof operatorSettlement>

export const listAllSettlements = endpoint({
  description: 'Lists payouts to promoters, newest first.',
  method: 'GET',
  path: '/api/operator/settlements',
  access: 'operator',
  query: z.object({
    cursor: z.optional(cursor),
    status: z.optional(settlementStatus),
    method: z.optional(z.enum(['provider', 'bank'])),
    promoterId: z.optional(reference),
  }),
  data: z.object({ settlements: z.array(operatorSettlement), nextCursor: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})

const id = z.object({ id: reference })

export const getAnySettlement = endpoint({
  description: 'Returns a settlement of any promoter with its statement.',
  method: 'GET',
  path: '/api/operator/settlements/{id}',
  access: 'operator',
  params: id,
  data: z.object({ settlement: operatorSettlement, statement }),
  errors: ['NOT_FOUND'],
})

export const listAnyStatementEntries = endpoint({
  description: 'Lists the entries of a statement of any promoter by order, oldest first.',
  method: 'GET',
  path: '/api/operator/settlements/{id}/entries',
  access: 'operator',
  params: id,
  query: z.object({ cursor: z.optional(cursor) }),
  data: z.object({ entries: z.array(statementEntry), nextCursor: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})

const reason = z.string().check(z.trim(), z.minLength(1, 'Enter a reason.'), z.maxLength(500))

export const cancelSettlement = endpoint({
  description:
    'Cancels a settlement that is open; the promoter sees the reason. If the payment provider has been asked for it, no further call is ' +
    'made, a transfer is reversed, and the status becomes `cancelled` once the provider has no payout for it. Until then it is `cancelling`; ' +
    'repeat the call to check again. It becomes `sent` or `paid` if the provider has paid it out. SETTLEMENT_MOVED when it isn’t open.',
  method: 'POST',
  path: '/api/operator/settlements/{id}/cancel',
  access: 'operator',
  params: id,
  body: z.object({ reason }),
  data: z.object({ settlement: operatorSettlement }),
  errors: ['NOT_FOUND', 'SETTLEMENT_MOVED'],
})

export const markSettlementPaid = endpoint({
  description: 'Records that a bank transfer that was sent has arrived. SETTLEMENT_MOVED unless it was sent.',
  method: 'POST',
  path: '/api/operator/settlements/{id}/paid',
  access: 'operator',
  params: id,
  data: z.object({ settlement: operatorSettlement }),
  errors: ['NOT_FOUND', 'SETTLEMENT_MOVED'],
})

export const markSettlementFailed = endpoint({
  description:
    'Records that a bank transfer was refused or returned; the promoter sees the reason, and the amount is available again. ' +
    'SETTLEMENT_MOVED when it has already failed or was cancelled.',
  method: 'POST',
  path: '/api/operator/settlements/{id}/failed',
  access: 'operator',
  params: id,
  body: z.object({ reason }),
  data: z.object({ settlement: operatorSettlement }),
  errors: ['NOT_FOUND', 'SETTLEMENT_MOVED'],
})

export const getPromoterSettlementSettings = endpoint({
  description: 'Returns how and when a promoter is paid.',
  method: 'GET',
  path: '/api/operator/promoters/{id}/settlement-settings',
  access: 'operator',
  params: id,
  data: z.object({ promoter, settings: settlementSettings, balances: z.array(settlementBalance) }),
  errors: ['NOT_FOUND'],
})

const percentage = z.number('Enter a percentage.').check(z.minimum(0), z.maximum(100, 'At most 100%.'))

export const putPromoterSettlementSettings = endpoint({
  description:
    'Sets when a promoter is paid and what is held. `earlyShare`: percentage of amounts not due that is available early. ' +
    '`reserve`: percentage of the sales of the last `reserveDays` that is held. While `isHeld`, settlements wait.',
  method: 'PUT',
  path: '/api/operator/promoters/{id}/settlement-settings',
  access: 'operator',
  params: id,
  body: z.extend(z.pick(settlementSettings, { schedule: true, weekday: true }), {
    delayDays: z.int('Enter whole days.').check(z.minimum(0), z.maximum(365, 'At most 365 days.')),
    earlyShare: percentage,
    reserve: percentage,
    reserveDays: z.int('Enter whole days.').check(z.minimum(1), z.maximum(365, 'At most 365 days.')),
    isHeld: z.boolean(),
    /** Reason of the hold, shown to the promoter. Required when `isHeld` is true. */
    holdReason: z.string().check(z.trim(), z.maxLength(500)),
    version,
  }),
  data: z.object({ settings: settlementSettings }),
  errors: ['NOT_FOUND', 'EDIT_CONFLICT'],
})

export const adjustment = z.object({
  id: z.string(),
  currency: z.string(),
  /** Positive amounts increase the promoter's balance. */
  amount: z.number(),
  reason: z.string(),
  /** Name of the operator; null once the account is deleted. */
  by: z.nullable(z.string()),
  createdAt: z.string(),
})
export type Adjustment = z.infer<typeof adjustment>

export const createAdjustment = endpoint({
  description:
    "Adds an amount to a promoter's balance at the platform's expense, or deducts one (negative). It is on the promoter's next " +
    'statement with the reason. A retry with the same Idempotency-Key returns the same adjustment.',
  method: 'POST',
  path: '/api/operator/promoters/{id}/adjustments',
  access: 'operator',
  params: id,
  body: z.object({
    currency,
    amount: z.number('Enter an amount.').check(z.minimum(-1e12), z.maximum(1e12, 'Enter a smaller amount.')),
    reason,
  }),
  idempotencyKey: 'required',
  data: z.object({ adjustment }),
  status: 201,
  errors: ['NOT_FOUND', 'KEY_REUSED'],
})

export const listAdjustments = endpoint({
  description: "Lists adjustments of a promoter's balance, newest first.",
  method: 'GET',
  path: '/api/operator/promoters/{id}/adjustments',
  access: 'operator',
  params: id,
  query: z.object({ cursor: z.optional(cursor) }),
  data: z.object({ adjustments: z.array(adjustment), nextCursor: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})

export const listPromoterEventStatements = endpoint({
  description: 'Lists a promoter’s events with paid orders, which have a statement, latest first.',
  method: 'GET',
  path: '/api/operator/promoters/{id}/event-statements',
  access: 'operator',
  params: idParams,
  query: z.object({ cursor: z.optional(cursor) }),
  data: z.object({ events: z.array(statementEvent), nextCursor: z.nullable(z.string()) }),
})

export const getAnyEventStatement = endpoint({
  description: 'Returns what a promoter gets for an event, as the promoter sees it.',
  method: 'GET',
  path: '/api/operator/events/{id}/statement',
  access: 'operator',
  params: idParams,
  data: z.object({ promoter, statement: eventStatement }),
  errors: ['NOT_FOUND'],
})
