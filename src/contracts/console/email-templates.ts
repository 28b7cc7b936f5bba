import * as z from 'zod/mini'
import { reference, version } from '#model/platform/bounds.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { emailAddress } from '#model/people/people.ts'
import { hasBidiControl, NO_BIDI_CONTROL } from '#model/platform/text/bidi-controls.ts'
import { hasWebAddress, NO_WEB_ADDRESS } from '#model/platform/web-addresses.ts'

const key = z.object({ key: reference })

const words = z.object({
  subject: z
    .string('Enter a subject.')
    .check(z.trim(), z.minLength(1, 'Enter a subject.'), z.maxLength(200, 'Use 200 characters at most.')),
  body: z
    .string('Enter a text.')
    .check(z.trim(), z.minLength(1, 'Enter a text.'), z.maxLength(20_000, 'Use 20,000 characters at most.')),
})

const emailTemplateSummary = z.object({
  key: z.string(),
  name: z.string(),
  when: z.string(),
  /** True for the promoter's own template; false for the default. */
  isOwn: z.boolean(),
  updatedAt: z.nullable(z.string()),
})
export type EmailTemplateSummary = z.infer<typeof emailTemplateSummary>

const placeholder = z.object({
  name: z.string(),
  means: z.string(),
  /** True for a placeholder that Foyer replaces with a block, so that it needs a paragraph of its own. */
  isBlock: z.boolean(),
  isRequired: z.boolean(),
})
export type TemplatePlaceholder = z.infer<typeof placeholder>

export const emailTemplateView = z.extend(emailTemplateSummary, {
  subject: z.string(),
  body: z.string(),
  /** Version of the template. Increments with each change; 0 before the first. */
  version,
  foyers: z.object({ subject: z.string(), body: z.string() }),
  placeholders: z.array(placeholder),
})
export type EmailTemplateView = z.infer<typeof emailTemplateView>

export const listEmailTemplates = endpoint({
  description: "Lists the email templates: the promoter's own, else the defaults.",
  method: 'GET',
  path: '/api/email/templates',
  access: 'promoter',
  scope: 'letters:read',
  data: z.object({ letters: z.array(emailTemplateSummary) }),
  errors: ['FORBIDDEN'],
})

export const getEmailTemplate = endpoint({
  description: 'Returns an email template with its placeholders and its default.',
  method: 'GET',
  path: '/api/email/templates/{key}',
  access: 'promoter',
  scope: 'letters:read',
  params: key,
  data: z.object({ letter: emailTemplateView }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const putEmailTemplate = endpoint({
  description:
    'Updates an email template. VALIDATION_ERROR names each unknown or missing placeholder, with line ' +
    'and column.',
  method: 'PUT',
  path: '/api/email/templates/{key}',
  access: 'promoter',
  scope: 'letters:write',
  params: key,
  body: z.extend(words, { version }),
  maxBodyBytes: 64 * 1024,
  data: z.object({ letter: emailTemplateView }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT'],
})

export const deleteEmailTemplate = endpoint({
  description: 'Resets an email template to the default.',
  method: 'DELETE',
  path: '/api/email/templates/{key}',
  access: 'promoter',
  scope: 'letters:write',
  params: key,
  query: z.object({ version: z.string().check(z.regex(/^\d{1,9}$/)) }),
  data: z.object({ letter: emailTemplateView }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT'],
})

export const previewEmailTemplate = endpoint({
  description: "Renders an email template with sample data in the promoter's branding. Changes nothing.",
  method: 'POST',
  path: '/api/email/templates/{key}/preview',
  access: 'promoter',
  scope: 'letters:read',
  params: key,
  body: words,
  maxBodyBytes: 64 * 1024,
  data: z.object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    /** Hosts of removed links. Links to other sites become plain text until the operator trusts the promoter. */
    removedLinks: z.array(z.string()),
  }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})

export const sendTestEmail = endpoint({
  description:
    "Sends a test email to the caller's own address. Not available with an API key, which has no " +
    'address.',
  method: 'POST',
  path: '/api/email/send',
  access: 'promoter',
  scope: 'letters:write',
  body: z.extend(words, { key: reference }),
  maxBodyBytes: 64 * 1024,
  data: z.object({ to: z.string() }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})

export const senderView = z.object({
  /** Sender name; '' to use the site's name. */
  name: z.string(),
  /** Reply address; '' to receive replies at the sender address. */
  replyTo: z.string(),
  /** Sender address. It belongs to Foyer and can't be changed. */
  address: z.string(),
  siteName: z.string(),
  version,
})
export type SenderView = z.infer<typeof senderView>

export const getSender = endpoint({
  description: "Returns the sender name and reply-to address of the promoter's emails.",
  method: 'GET',
  path: '/api/email/sender',
  access: 'promoter',
  scope: 'letters:read',
  data: z.object({ sender: senderView }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

const senderName = z.string().check(
  z.trim(),
  z.maxLength(80, 'Use 80 characters at most.'),
  z.regex(/^[^<>"@\p{Cc}]*$/u, 'Leave out <, >, ", @ and line breaks.'),
  z.refine((name) => !hasWebAddress(name), NO_WEB_ADDRESS),
  z.refine((name) => !hasBidiControl(name), NO_BIDI_CONTROL),
)

export const putSender = endpoint({
  description: "Updates the sender name and reply-to address of the promoter's emails.",
  method: 'PUT',
  path: '/api/email/sender',
  access: 'promoter',
  scope: 'letters:write',
  body: z.object({
    name: senderName,
    replyTo: z.union([z.literal(''), emailAddress]),
    version,
  }),
  data: z.object({ sender: senderView }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT'],
})
