import * as z from 'zod/mini'

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
