import * as z from 'zod/mini'

/** Reasons why a buyer can't return a ticket or an order. */
export const returnRefusal = z.enum([
  'not_offered',
  'closed',
  'event_cancelled',
  'admitted',
  'void',
  'returned',
  'passed_on',
  'paid_outside',
  'disputed',
  'not_this_way',
])
export type ReturnRefusal = z.infer<typeof returnRefusal>
