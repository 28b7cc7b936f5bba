import * as z from 'zod/mini'
import { isReadable } from '#model/markdown-bounds.ts'
import { endpoint } from '../endpoint.ts'
import { attendeeSelection } from './attendees.ts'
import { orderSelection } from './orders.ts'

/** People, each address once: the buyers of the orders that a filter leaves and that were paid, or those who come. */
export const audience = z.discriminatedUnion('to', [
  z.object({ to: z.literal('buyers'), filter: orderSelection }),
  z.object({ to: z.literal('attendees'), filter: attendeeSelection }),
])
export type Audience = z.infer<typeof audience>

const letter = {
  subject: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a subject.'), z.maxLength(150, 'Use 150 characters at most.')),
  /** Markdown. */
  body: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Write something.'),
      z.maxLength(20_000, 'Use 20,000 characters at most.'),
      isReadable,
    ),
  audience,
}

/** The letter as it will read, and how many people get it. Nothing is sent. */
export const previewMessage = endpoint({
  access: 'promoter',
  scope: 'orders:write',
  method: 'POST',
  path: '/api/promoter/messages/preview',
  body: z.object(letter),
  maxBodyBytes: 64 * 1024,
  data: z.object({
    subject: z.string(),
    /** The letter's own words, safe to be shown. */
    html: z.string(),
    from: z.string(),
    /** What stands below: why one gets it. */
    reason: z.string(),
    recipients: z.int(),
    /** Addresses in the list that have stopped the promoter's messages: they get none. */
    unsubscribed: z.int(),
    /** Hosts that links of the words led to, and don't: they are text until an operator trusts the promoter. */
    removedLinks: z.array(z.string()),
  }),
  errors: ['FORBIDDEN', 'VALIDATION_ERROR'],
})

/**
 * Sends it. `recipients` is the number that was agreed to: with another, nothing is sent, and `details.recipients` says what it
 * is now. The same Idempotency-Key sends once.
 */
export const sendMessage = endpoint({
  access: 'promoter',
  scope: 'orders:write',
  method: 'POST',
  path: '/api/promoter/messages',
  body: z.object({ ...letter, recipients: z.int().check(z.minimum(0), z.maximum(10_000_000)) }),
  maxBodyBytes: 64 * 1024,
  data: z.object({ recipients: z.int() }),
  status: 201,
  errors: ['FORBIDDEN', 'MESSAGE_NOBODY', 'MESSAGE_OTHERS', 'MESSAGE_LIMIT', 'VALIDATION_ERROR'],
})
