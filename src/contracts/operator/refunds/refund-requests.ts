import * as z from 'zod/mini'
import { cursor, money, objectId } from '#model/platform/bounds.ts'
import { currency } from '#model/platform/currency.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'
import { accountActionReason } from '#contracts/operator/accounts.ts'

/** Refunds that an operator must approve, and the limits above which they must. Amounts in major units. */
const promoter = z.object({ id: z.string(), name: z.string() })

export const refundRequest = z.object({
  id: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  promoter,
  /** The buyer's name, or the email address if the name is unknown; '' if both are. */
  buyer: z.string(),
  amount: z.number(),
  total: z.number(),
  currency: z.string(),
  /** Number of tickets named in the request; 0 when it asked for an amount or for everything left. */
  tickets: z.int(),
  note: z.string(),
  requestedAt: z.string(),
  /** Name of a person or an API key; '' once it is deleted. */
  requestedBy: z.string(),
})
export type RefundRequest = z.infer<typeof refundRequest>

export const listRefundRequests = endpoint({
  description: 'Lists refunds over the limit that need approval, of all promoters, oldest first.',
  method: 'GET',
  path: '/api/operator/refund-requests',
  access: 'operator',
  query: z.object({ cursor: z.optional(cursor), promoterId: z.optional(objectId) }),
  data: z.object({ requests: z.array(refundRequest), nextCursor: z.nullable(z.string()) }),
})

export const approveRefundRequest = endpoint({
  description:
    'Approves a refund over the limit and carries it out. The requester is emailed. If part of the order was refunded meanwhile, the ' +
    'remaining amount is refunded; otherwise REFUND_TOO_MUCH or REFUND_NOTHING_LEFT is returned. `pending`: the provider hasn’t responded yet.',
  method: 'POST',
  path: '/api/operator/refund-requests/{id}/approve',
  access: 'operator',
  params: idParams,
  data: z.object({ status: z.enum(['pending', 'succeeded', 'failed']) }),
  errors: [
    'NOT_FOUND',
    'REFUND_DECIDED',
    'ORDER_NOT_PAID',
    'PAID_ELSEWHERE',
    'REFUND_TOO_MUCH',
    'REFUND_NOTHING_LEFT',
  ],
})

export const refuseRefundRequest = endpoint({
  description:
    'Refuses a refund over the limit. The requester is emailed the reason, which the promoter also sees.',
  method: 'POST',
  path: '/api/operator/refund-requests/{id}/refuse',
  access: 'operator',
  params: idParams,
  body: z.object({ reason: accountActionReason }),
  data: z.object({ id: z.string() }),
  errors: ['NOT_FOUND', 'REFUND_DECIDED'],
})

const refundLimit = z.object({
  currency: z.string(),
  limit: z.number(),
  /** Promoter that the limit applies to; null for the default limit. */
  promoter: z.nullable(promoter),
})
export type RefundLimit = z.infer<typeof refundLimit>

const limits = z.object({
  /** Refund limits: defaults first, then sorted by promoter name. */
  limits: z.array(refundLimit),
})

export const listRefundLimits = endpoint({
  description:
    'Lists what promoters may refund of one order without approval, by currency. Without a limit of its own a promoter has the ' +
    'default; without a default, there is no limit.',
  method: 'GET',
  path: '/api/operator/refund-limits',
  access: 'operator',
  data: limits,
})

export const putRefundLimit = endpoint({
  description:
    'Sets what may be refunded of one order without approval, for all promoters or for one (`promoterId`). A `limit` of null removes it. ' +
    'Refunds of cancelled events have no limit.',
  method: 'PUT',
  path: '/api/operator/refund-limits',
  access: 'operator',
  body: z.object({ currency, limit: z.nullable(money), promoterId: z.optional(objectId) }),
  data: limits,
  errors: ['NOT_FOUND'],
})

const cancelledSum = z.object({
  promoter,
  currency: z.string(),
  orders: z.int(),
  amount: z.number(),
})
export type CancelledEventRefundSum = z.infer<typeof cancelledSum>

export const listCancelledRefunds = endpoint({
  description:
    'Returns the refunds for cancelled events in the last 30 days, summed by promoter and currency: the 100 largest sums. ' +
    'Refund limits don’t apply to these refunds.',
  method: 'GET',
  path: '/api/operator/cancelled-refunds',
  access: 'operator',
  data: z.object({ sums: z.array(cancelledSum) }),
})
