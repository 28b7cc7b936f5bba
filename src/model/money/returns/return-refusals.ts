import * as z from 'zod/mini'

/** Why a ticket or an order can't be returned by its buyer. */
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
