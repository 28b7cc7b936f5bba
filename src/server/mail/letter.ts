/** What a mail says, before it is HTML or text. Every string is plain text: each renderer escapes for itself. */
export interface Letter {
  subject: string
  /** What a list of mails shows beside the subject. */
  preview: string
  heading: string
  parts: readonly LetterPart[]
  /** Why it was sent, and by whom. */
  reason: string
}

export type LetterPart =
  | { kind: 'words'; text: string }
  /** Words that somebody has written in Markdown. */
  | { kind: 'markdown'; text: string }
  /** The one thing to do. */
  | { kind: 'action'; label: string; url: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | {
      kind: 'event'
      title: string
      lines: readonly string[]
      links: readonly LetterLink[]
      tickets: readonly { name: string; holder: string; code: string; url: string }[]
    }
  | {
      kind: 'prices'
      title: string
      rows: readonly (readonly [label: string, amount: string])[]
      total: readonly [label: string, amount: string]
    }
  | { kind: 'aside'; text: string }
  /** In a promoter's own words. */
  | { kind: 'own'; part: OwnPart }
  /** Something else to do, less than an action. */
  | { kind: 'more'; text: string; link: LetterLink }

export type OwnPart =
  | { kind: 'prose'; spans: readonly Span[] }
  | { kind: 'title'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: readonly (readonly Span[])[] }
  | { kind: 'rule' }

/** A run of text in one look. Line breaks in it are kept. */
export interface Span {
  text: string
  isStrong?: boolean
  isEmphasised?: boolean
  url?: string
}

export interface LetterLink {
  label: string
  url: string
}

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu

/** For headers and labels: whatever breaks a line, or would begin a new header, is a space. */
export const oneLine = (text: string): string => text.replace(CONTROLS, ' ').replace(/ {2,}/g, ' ').trim()

/** '' without a name. */
export const hello = (firstName: string): string => (firstName ? `Hello ${firstName}` : 'Hello')
