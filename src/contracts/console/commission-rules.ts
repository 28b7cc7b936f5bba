import * as z from 'zod/mini'
import { reference, version } from '#model/bounds.ts'
import { currency } from '#model/money.ts'
import { nothing } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { member } from '../staff.ts'

/** What members earn with what they sell (docs/earnings.md). For owners of the promoter. */
const percent = z
  .number('Enter a percentage.')
  .check(z.minimum(0), z.maximum(100, 'At most 100%.'), z.multipleOf(0.01, 'Use two decimals at most.'))

/** `after`: so many tickets of an event are sold before it holds. Each step is once. */
const step = z.object({ after: z.int().check(z.minimum(0), z.maximum(1_000_000)), percent })

export const ruleTerms = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percentage'), percent }),
  /** For each ticket, in major units of the rule's currency. */
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
        error: 'Two steps begin at the same ticket.',
      }),
    ),
  }),
])
export type RuleTerms = z.infer<typeof ruleTerms>

const approval = z.enum(['open', 'manual', 'closed'])

/** What is null is open to all. */
export const consoleRule = z.object({
  id: z.string(),
  memberId: z.nullable(z.string()),
  memberName: z.nullable(z.string()),
  eventId: z.nullable(z.string()),
  eventTitle: z.nullable(z.string()),
  ticketTypeId: z.nullable(z.string()),
  ticketName: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** `open`: earned at once; `manual`: once an owner says so; `closed`: nothing is earned. */
  approval,
  terms: ruleTerms,
  version,
})
export type ConsoleRule = z.infer<typeof consoleRule>

const scopeOfRule = {
  memberId: z.nullable(reference),
  eventId: z.nullable(reference),
  /** One of the event's; the event may be left out. */
  ticketTypeId: z.nullable(reference),
  /** A fixed amount needs one. */
  currency: z.nullable(currency),
}

/** All of them, the nearest kind first: 1,000 at most. */
export const listCommissionRules = endpoint({
  method: 'GET',
  path: '/api/promoter/commission-rules',
  access: 'promoter',
  scope: 'staff:read',
  data: z.object({ rules: z.array(consoleRule) }),
  errors: [],
})

export const createCommissionRule = endpoint({
  method: 'POST',
  path: '/api/promoter/commission-rules',
  access: 'promoter',
  scope: 'staff:write',
  body: z.object({ ...scopeOfRule, approval, terms: ruleTerms }),
  data: z.object({ rule: consoleRule }),
  status: 201,
  errors: ['NOT_FOUND', 'RULE_THERE'],
})

/** What it is about stays; a rule about something else is another one. */
export const putCommissionRule = endpoint({
  method: 'PUT',
  path: '/api/promoter/commission-rules/{id}',
  access: 'promoter',
  scope: 'staff:write',
  params: member,
  body: z.object({ approval, terms: ruleTerms, version }),
  data: z.object({ rule: consoleRule }),
  errors: ['NOT_FOUND', 'EDIT_CONFLICT'],
})

/** What was earned by it stays earned. */
export const deleteCommissionRule = endpoint({
  method: 'DELETE',
  path: '/api/promoter/commission-rules/{id}',
  access: 'promoter',
  scope: 'staff:write',
  params: member,
  data: nothing,
  errors: ['NOT_FOUND'],
})
