/** Content of an email, from which HTML and plain text are rendered. Strings are plain text; the renderers escape them. */
export interface MailContent {
  subject: string
  preview: string
  heading: string
  parts: readonly MailPart[]
  /** Why the recipient gets the email, and from whom. */
  reason: string
}

export type MailPart =
  | { kind: 'words'; text: string }
  | { kind: 'markdown'; text: string }
  | { kind: 'action'; label: string; url: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | {
      kind: 'event'
      title: string
      lines: readonly string[]
      links: readonly MailLink[]
      tickets: readonly MailTicket[]
    }
  | {
      kind: 'prices'
      title: string
      rows: readonly (readonly [label: string, amount: string])[]
      total: readonly [label: string, amount: string]
      /** How the total was paid; empty if no voucher pays a part of it. */
      paid: readonly (readonly [label: string, amount: string])[]
    }
  | { kind: 'aside'; text: string }
  | { kind: 'own'; part: TemplatePart }
  | { kind: 'more'; text: string; link: MailLink }

export interface MailTicket {
  name: string
  holder: string
  code: string
  url: string
  /** Content-ID of the attached QR code. */
  cid?: string
}

export type TemplatePart =
  | { kind: 'prose'; spans: readonly Span[] }
  | { kind: 'title'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: readonly (readonly Span[])[] }
  | { kind: 'rule' }

export interface Span {
  text: string
  isStrong?: boolean
  isEmphasised?: boolean
  url?: string
}

export interface MailLink {
  label: string
  url: string
}

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu

/** Replaces line breaks and control characters with spaces, for headers and labels. Prevents header injection. */
export const toOneLine = (text: string): string => text.replace(CONTROLS, ' ').replace(/ {2,}/g, ' ').trim()

export const formatSalutation = (firstName: string): string => (firstName ? `Hello ${firstName}` : 'Hello')
