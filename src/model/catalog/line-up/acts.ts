import * as z from 'zod/mini'

export const act = z.object({
  name: z.string(),
  /** Day of the event, counted from 0. A performance after midnight belongs to the previous day. */
  day: z.int(),
  /** Wall-clock time at the venue, such as `22:30`; null when it isn't set. */
  time: z.nullable(z.string()),
  link: z.string(),
})
export type Act = z.infer<typeof act>

export const MAX_ACTS = 50
