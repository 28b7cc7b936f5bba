export interface EmailTemplateKind {
  name: string
  when: string
  values: Readonly<Record<string, string>>
  /** Placeholders for generated content, with their descriptions. Each must be a paragraph of its own. */
  blocks: Readonly<Record<string, string>>
  required: readonly string[]
  words: TemplateText
}

/** Subject and Markdown body. The email's heading is the first-level heading of the body, or else the subject. */
export interface TemplateText {
  subject: string
  body: string
}

const BUYER = {
  'customer.firstName': 'The buyer’s first name',
  'customer.lastName': 'The buyer’s last name',
  'order.number': 'The order number',
  'order.total': 'The order total, with its currency',
  'order.url': 'The URL of the order page, for links',
  'event.title': 'The title of the event or events',
  'event.date': 'The date of the first event',
  'event.venue': 'The venue of the first event',
  'site.name': 'The name of your site',
}
const SELLER = {
  'payout.amount': 'The amount, with its currency',
  'site.name': 'The name of your site',
}
const ORDER_BUTTON = 'A button that opens the order page'
const RECEIPT = 'The receipt, with a link to the invoice'

export const EMAIL_TEMPLATES = {
  order_confirmed: {
    name: 'Order confirmation',
    when: 'To the buyer, as soon as an order is paid.',
    values: BUYER,
    blocks: {
      tickets: 'The events with their tickets',
      button: ORDER_BUTTON,
      delivery: 'Delivery of printed tickets; empty for e-tickets',
      summary: RECEIPT,
    },
    required: ['tickets'],
    words: {
      subject: 'Your tickets: {{event.title}}',
      body: `# You’re going, {{customer.firstName}}

Thank you for your order {{order.number}}. Your QR codes are on your order page, ready to show, print or save as PDF.

{{button}}

{{tickets}}

Bring your QR codes, on your phone or printed. Each code admits one person, once. Anyone with the link above can use your tickets, so share it with care.

{{delivery}}

{{summary}}
`,
    },
  },
  order_refunded: {
    name: 'Refund',
    when: 'To the buyer, when an order is refunded.',
    values: {
      ...BUYER,
      'refund.amount': 'The amount of this refund, with its currency',
      'refund.explanation': 'What was refunded, and which tickets stay valid',
    },
    blocks: { button: ORDER_BUTTON, summary: RECEIPT },
    required: ['refund.explanation'],
    words: {
      subject: 'Refund of {{refund.amount}}: {{event.title}}',
      body: `# Your refund of {{refund.amount}}

Hello {{customer.firstName}}, {{refund.explanation}}

The refund goes to your original payment method. Depending on your bank, it takes up to ten days.

{{button}}

{{summary}}
`,
    },
  },
  event_changed: {
    name: 'New date, time or place',
    when: 'To all buyers with valid tickets, when you publish a change and choose to notify them.',
    values: {
      ...BUYER,
      'event.title': 'The title of the event',
      'event.date': 'The new date',
      'event.venue': 'The new venue',
      'change.what': 'What has changed: “date”, “time”, “place”, “date and place” …',
    },
    blocks: {
      change: 'The details before and after the change',
      tickets: 'The updated event, with a calendar link and the tickets',
      button: ORDER_BUTTON,
    },
    required: ['change'],
    words: {
      subject: 'New {{change.what}}: {{event.title}}',
      body: `# A new {{change.what}} for {{event.title}}

Hello {{customer.firstName}}, {{event.title}} has a new {{change.what}}. Your tickets stay valid.

{{change}}

{{button}}

{{tickets}}

Your order number is {{order.number}}. Reply to this email if you have any questions.
`,
    },
  },
  payout_sent: {
    name: 'Payout on its way',
    when: 'To a member, when their payout is sent.',
    values: SELLER,
    blocks: { button: 'A button that opens their earnings' },
    required: ['payout.amount'],
    words: {
      subject: '{{payout.amount}} is on its way to you',
      body: `# Your payout of {{payout.amount}} is on its way

Your earnings with {{site.name}} have been sent to your bank account. Banks take one to three working days.

{{button}}
`,
    },
  },
  payout_failed: {
    name: 'Payout failed',
    when: 'To a member, when their payout fails.',
    values: { ...SELLER, 'payout.reason': 'The reason, as given by the provider' },
    blocks: { button: 'A button that opens their earnings' },
    required: ['payout.reason'],
    words: {
      subject: 'Your payout of {{payout.amount}} failed',
      body: `# Your payout of {{payout.amount}} failed

Reason: {{payout.reason}}

The amount is back in your available balance. If your payout account caused this, fix it before you request the payout again.

{{button}}
`,
    },
  },
} as const satisfies Record<string, EmailTemplateKind>

export type EmailTemplateKey = keyof typeof EMAIL_TEMPLATES

// Object.keys returns string[]; the keys of this constant are EmailTemplateKeys.
export const EMAIL_TEMPLATE_KEYS = Object.keys(EMAIL_TEMPLATES) as EmailTemplateKey[]

export const isEmailTemplateKey = (key: string): key is EmailTemplateKey =>
  Object.hasOwn(EMAIL_TEMPLATES, key)

export const emailTemplateKind = (key: EmailTemplateKey): EmailTemplateKind => EMAIL_TEMPLATES[key]

export const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g

export interface TemplateError {
  path: keyof TemplateText
  message: string
}

/** Returns errors in placeholders. Lines and columns are counted from 1. */
export function findPlaceholderErrors(kind: EmailTemplateKind, text: TemplateText): TemplateError[] {
  return [
    ...textErrors(text.subject, kind.values).map((message) => ({ path: 'subject' as const, message })),
    ...textErrors(text.body, { ...kind.values, ...kind.blocks }).map((message) => ({
      path: 'body' as const,
      message,
    })),
    ...missing(kind, text).map((message) => ({ path: 'body' as const, message })),
  ]
}

function textErrors(text: string, known: Readonly<Record<string, string>>): string[] {
  const found = [...text.matchAll(PLACEHOLDER)]
  const unknown = found.flatMap((match) =>
    Object.hasOwn(known, match[1] ?? '')
      ? []
      : [
          `${placeOf(text, match.index)}: unknown placeholder ${match[0]}. ${nearest(match[1] ?? '', known)}`.trim(),
        ],
  )
  // Remaining braces are malformed placeholders.
  const rest = text.replaceAll(PLACEHOLDER, (match) => ' '.repeat(match.length))
  const loose = [...rest.matchAll(/\{\{|\}\}/g)].map(
    ({ index }) => `${placeOf(text, index)}: a placeholder has the form {{name}}.`,
  )
  return [...unknown, ...loose]
}

function placeOf(text: string, index: number): string {
  const lines = text.slice(0, index).split('\n')
  const column = (lines.at(-1)?.length ?? 0) + 1
  return text.includes('\n') ? `Line ${lines.length}, column ${column}` : `Column ${column}`
}

function nearest(name: string, known: Readonly<Record<string, string>>): string {
  const lower = name.toLowerCase()
  const found = Object.keys(known).find(
    (each) => each.toLowerCase() === lower || each.toLowerCase().endsWith(`.${lower}`),
  )
  return found ? `Did you mean {{${found}}}?` : ''
}

function missing({ required }: EmailTemplateKind, { body }: TemplateText): string[] {
  const named = new Set([...body.matchAll(PLACEHOLDER)].map((match) => match[1]))
  return required
    .filter((name) => !named.has(name))
    .map((name) => `Add {{${name}}}: it is required in this email.`)
}
