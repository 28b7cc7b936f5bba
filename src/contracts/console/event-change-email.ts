import * as z from 'zod/mini'

/** Email that buyers would get about an event's unpublished changes. */
export const eventChangeEmail = z.object({
  orders: z.int(),
  /** Changed parts of the event, for example `date and place`. */
  what: z.string(),
  /** True when codes become live: buyers are then notified even without `tellBuyers`, because printed tickets are no longer valid. */
  isRequired: z.boolean(),
  subject: z.string(),
  text: z.string(),
})
export type EventChangeEmail = z.infer<typeof eventChangeEmail>
