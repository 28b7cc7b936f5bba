import * as z from 'zod/mini'
import { auditEntry } from '#contracts/console/audit.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { memberRole } from '#model/people/members.ts'
import { promoterStatus } from '#model/people/promoter-status.ts'
import { cursor, reference } from '#model/platform/bounds.ts'

/** Sales by currency, less refunds. `total` is what buyers paid, in major units. The figures lag behind sales by seconds. */
const sales = z.array(
  z.object({ currency: z.string(), orders: z.number(), tickets: z.number(), total: z.number() }),
)

export const promoterListRow = z.object({
  id: z.string(),
  name: z.string(),
  siteName: z.string(),
  siteUrl: z.string(),
  country: z.string(),
  since: z.string(),
  /** True for a promoter that the demo created. */
  isDemo: z.boolean(),
  status: promoterStatus,
  owners: z.array(z.object({ name: z.string(), email: z.string() })),
  publishedEvents: z.number(),
  sales,
})
export type PromoterListRow = z.infer<typeof promoterListRow>

export const listAllPromoters = endpoint({
  description:
    'Lists all promoters with their sales, newest first. `q` searches the name, the site name and the owners’ email addresses.',
  method: 'GET',
  path: '/api/operator/promoters',
  access: 'operator',
  query: z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    status: z.optional(promoterStatus),
    cursor: z.optional(cursor),
  }),
  data: z.object({ promoters: z.array(promoterListRow), nextCursor: z.nullable(z.string()) }),
})

export const managedPromoter = z.object({
  id: z.string(),
  name: z.string(),
  siteName: z.string(),
  siteUrl: z.string(),
  country: z.string(),
  currency: z.string(),
  legalName: z.string(),
  since: z.string(),
  isDemo: z.boolean(),
  status: promoterStatus,
  /** Message to the promoter about the last change of status. */
  statusReason: z.string(),
  statusChangedAt: z.nullable(z.string()),
  publishedEvents: z.number(),
  draftEvents: z.number(),
  /** Number of orders that were paid, including refunded ones. */
  paidOrders: z.number(),
  refundedOrders: z.number(),
  disputes: z.number(),
  sales,
  /** The first 100 members. */
  team: z.array(z.object({ name: z.string(), email: z.string(), role: memberRole })),
  domains: z.array(z.object({ host: z.string(), isVerified: z.boolean() })),
  /** The newest 200 notes. Promoters don't see them. */
  notes: z.array(z.object({ id: z.number(), at: z.string(), author: z.string(), text: z.string() })),
})
export type ManagedPromoter = z.infer<typeof managedPromoter>

const params = z.object({ id: reference })
const answer = z.object({ promoter: managedPromoter })

const reason = z
  .string()
  .check(z.trim(), z.minLength(1, 'Enter a reason.'), z.maxLength(500, 'Use 500 characters at most.'))
const message = z._default(z.string().check(z.trim(), z.maxLength(500, 'Use 500 characters at most.')), '')

export const getManagedPromoter = endpoint({
  description: 'Returns a promoter with its numbers, team, domains and the operators’ notes.',
  method: 'GET',
  path: '/api/operator/promoters/{id}',
  access: 'operator',
  params,
  data: answer,
  errors: ['NOT_FOUND'],
})

export const approvePromoter = endpoint({
  description:
    'Approves a promoter that asked to join, or was rejected. Its owners are emailed the message. PROMOTER_MOVED in another status.',
  method: 'POST',
  path: '/api/operator/promoters/{id}/approve',
  access: 'operator',
  params,
  body: z.object({ message }),
  data: answer,
  errors: ['NOT_FOUND', 'PROMOTER_MOVED'],
})

export const rejectPromoter = endpoint({
  description:
    'Rejects a promoter that asked to join. Its owners are emailed the reason. PROMOTER_MOVED in another status.',
  method: 'POST',
  path: '/api/operator/promoters/{id}/reject',
  access: 'operator',
  params,
  body: z.object({ reason }),
  data: answer,
  errors: ['NOT_FOUND', 'PROMOTER_MOVED'],
})

export const suspendPromoter = endpoint({
  description:
    'Suspends an active promoter: its storefront closes, nothing can be bought, and its members’ payouts wait. Tickets stay valid. Payments ' +
    'that arrive afterwards are refunded. Its owners are emailed the reason. PROMOTER_MOVED in another status.',
  method: 'POST',
  path: '/api/operator/promoters/{id}/suspend',
  access: 'operator',
  params,
  body: z.object({ reason }),
  data: answer,
  errors: ['NOT_FOUND', 'PROMOTER_MOVED'],
})

export const reinstatePromoter = endpoint({
  description:
    'Ends the suspension of a promoter. Its owners are emailed the message. PROMOTER_MOVED in another status.',
  method: 'POST',
  path: '/api/operator/promoters/{id}/reinstate',
  access: 'operator',
  params,
  body: z.object({ message }),
  data: answer,
  errors: ['NOT_FOUND', 'PROMOTER_MOVED'],
})

export const addPromoterNote = endpoint({
  description: 'Adds a note to a promoter. Notes can’t be changed, and only operators see them.',
  method: 'POST',
  path: '/api/operator/promoters/{id}/notes',
  access: 'operator',
  params,
  body: z.object({
    text: z
      .string()
      .check(z.trim(), z.minLength(1, 'Enter a note.'), z.maxLength(2000, 'Use 2,000 characters at most.')),
  }),
  data: answer,
  errors: ['NOT_FOUND'],
})

export const listPromoterAuditLog = endpoint({
  description: 'Lists a promoter’s audit log, newest first.',
  method: 'GET',
  path: '/api/operator/promoters/{id}/audit-log',
  access: 'operator',
  params,
  query: z.object({ cursor: z.optional(cursor) }),
  data: z.object({ entries: z.array(auditEntry), nextCursor: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})

export const supportSession = z.object({
  promoterId: z.string(),
  promoterName: z.string(),
  reason: z.string(),
  endsAt: z.string(),
})
export type SupportSession = z.infer<typeof supportSession>

export const startSupport = endpoint({
  description:
    'Lets the operator act for a promoter for one hour, like an owner: console calls with `X-Promoter-User-Id`, on the main site. Payouts, API ' +
    'keys, webhooks, members and deletions are excluded. The promoter’s owners are emailed, and its audit log shows operator and reason. ' +
    'SUPPORT_RUNNING while the operator acts for another promoter.',
  method: 'POST',
  path: '/api/operator/promoters/{id}/support',
  access: 'operator',
  params,
  body: z.object({ reason }),
  data: z.object({ support: supportSession }),
  errors: ['NOT_FOUND', 'SUPPORT_RUNNING'],
})
