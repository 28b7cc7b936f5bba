import * as z from 'zod/mini'
import { withinMarkdownLimits } from '#model/platform/markdown-bounds.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { attendeeSelection } from './attendees.ts'
import { orderSelection } from './orders.ts'

export const audience = z.discriminatedUnion('to', [
  z.object({ to: z.literal('buyers'), filter: orderSelection }),
  z.object({ to: z.literal('attendees'), filter: attendeeSelection }),
])
export type Audience = z.infer<typeof audience>

const content = {
  subject: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a subject.'), z.maxLength(150, 'Use 150 characters at most.')),
  /** Markdown. */
  body: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter a message.'),
      z.maxLength(20_000, 'Use 20,000 characters at most.'),
      withinMarkdownLimits,
    ),
  audience,
}

export const previewMessage = endpoint({
  description: 'Previews a message, with its number of recipients. Sends nothing.',
  access: 'promoter',
  scope: 'orders:write',
  method: 'POST',
  path: '/api/promoter/messages/preview',
  body: z.object(content),
  maxBodyBytes: 64 * 1024,
  data: z.object({
    subject: z.string(),
    html: z.string(),
    from: z.string(),
    /** Sentence in the footer that says why the recipient gets the message. */
    reason: z.string(),
    recipients: z.int(),
    unsubscribed: z.int(),
    /** Hosts of removed links. Links to other sites become plain text until the operator trusts the promoter. */
    removedLinks: z.array(z.string()),
  }),
  errors: ['FORBIDDEN', 'VALIDATION_ERROR'],
})

export const sendMessage = endpoint({
  description:
    'Sends a message to buyers or attendees. `recipients` is the expected number: if it has changed, ' +
    'nothing is sent and `details.recipients` has the current number. A retry with the same ' +
    'Idempotency-Key sends once.',
  access: 'promoter',
  scope: 'orders:write',
  method: 'POST',
  path: '/api/promoter/messages',
  body: z.object({ ...content, recipients: z.int().check(z.minimum(0), z.maximum(10_000_000)) }),
  maxBodyBytes: 64 * 1024,
  data: z.object({ recipients: z.int() }),
  status: 201,
  errors: [
    'FORBIDDEN',
    'MESSAGE_NOBODY',
    'MESSAGE_OTHERS',
    'MESSAGE_LIMIT',
    'KEY_REUSED',
    'VALIDATION_ERROR',
  ],
  idempotencyKey: 'required',
})
