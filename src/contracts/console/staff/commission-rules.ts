import * as z from 'zod/mini'
import { objectId, version } from '#model/platform/bounds.ts'
import { currency } from '#model/platform/currency.ts'
import { nothing } from '#contracts/platform/nothing.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

const percent = z
  .number('Enter a percentage.')
  .check(z.minimum(0), z.maximum(100, 'At most 100%.'), z.multipleOf(0.01, 'Use two decimals at most.'))

/** The percentage applies once `after` tickets of the event are sold. No two steps may have the same `after`. */
const step = z.object({ after: z.int().check(z.minimum(0), z.maximum(1_000_000)), percent })

export const ruleTerms = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percentage'), percent }),
  /** Amount per ticket, in major units of the rule's currency. */
  z.object({
    kind: z.literal('fixed'),
    amount: z.number('Enter an amount.').check(z.minimum(0), z.maximum(1_000_000)),
  }),
  z.object({
    kind: z.literal('tiers'),
    steps: z.array(step).check(
      z.minLength(1, 'Add a step.'),
      z.maxLength(20, 'Use 20 steps at most.'),
      z.refine((steps) => new Set(steps.map(({ after }) => after)).size === steps.length, {
        error: 'Two steps start at the same number of tickets. Change one of them.',
      }),
    ),
  }),
])
export type RuleTerms = z.infer<typeof ruleTerms>

const approval = z.enum(['open', 'manual', 'closed'])

/** A commission rule. A null field matches everything. */
export const consoleRule = z.object({
  id: z.string(),
  memberId: z.nullable(z.string()),
  memberName: z.nullable(z.string()),
  eventId: z.nullable(z.string()),
  eventTitle: z.nullable(z.string()),
  ticketTypeId: z.nullable(z.string()),
  ticketName: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** `open`: earned immediately. `manual`: earned once an owner approves. `closed`: never earned. */
  approval,
  terms: ruleTerms,
  version,
})
export type ConsoleRule = z.infer<typeof consoleRule>

const scopeOfRule = {
  memberId: z.nullable(objectId),
  eventId: z.nullable(objectId),
  /** `eventId` may be omitted when this is set. */
  ticketTypeId: z.nullable(objectId),
  /** Currency of a fixed commission. Required if the commission is a fixed amount. */
  currency: z.nullable(currency),
}

export const listCommissionRules = endpoint({
  description: 'Lists all commission rules (1,000 at most), most specific kind first.',
  method: 'GET',
  path: '/api/promoter/commission-rules',
  access: 'promoter',
  scope: 'staff:read',
  data: z.object({ rules: z.array(consoleRule) }),
})

export const createCommissionRule = endpoint({
  description:
    'Creates a commission rule. RULE_THERE when one exists for the same member, event and ticket type.',
  method: 'POST',
  path: '/api/promoter/commission-rules',
  access: 'promoter',
  scope: 'staff:write',
  body: z.object({ ...scopeOfRule, approval, terms: ruleTerms }),
  data: z.object({ rule: consoleRule }),
  status: 201,
  errors: ['NOT_FOUND', 'RULE_THERE'],
})

export const putCommissionRule = endpoint({
  description:
    "Updates the terms of a commission rule. Its member, event and ticket type can't be changed; create " +
    'a new rule instead.',
  method: 'PUT',
  path: '/api/promoter/commission-rules/{id}',
  access: 'promoter',
  scope: 'staff:write',
  params: idParams,
  body: z.object({ approval, terms: ruleTerms, version }),
  data: z.object({ rule: consoleRule }),
  errors: ['NOT_FOUND', 'EDIT_CONFLICT'],
})

export const deleteCommissionRule = endpoint({
  description: 'Deletes a commission rule. Earnings from it are kept.',
  method: 'DELETE',
  path: '/api/promoter/commission-rules/{id}',
  access: 'promoter',
  scope: 'staff:write',
  params: idParams,
  data: nothing,
  errors: ['NOT_FOUND'],
})
