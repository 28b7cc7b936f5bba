import { withoutForeignAddresses } from './foreign-links.ts'
import type { MailContent, MailPart, TemplatePart, Span } from './mail-content.ts'

/** Removes web addresses of other hosts from texts that promoters have entered: titles, names and notes. */
export function withoutForeignAddressesIn(mail: MailContent, hosts: ReadonlySet<string>): MailContent {
  const clean = (text: string): string => withoutForeignAddresses(text, hosts)
  return {
    ...mail,
    subject: clean(mail.subject),
    preview: clean(mail.preview),
    heading: clean(mail.heading),
    parts: mail.parts.map((part) => cleanPart(part, clean)),
  }
}

type Clean = (text: string) => string

/**
 * Cleans one part of an email. Labels and URLs of links stay unchanged, because they are Foyer's own; Markdown does
 * too, because `removeForeignLinksOf` has filtered it.
 */
function cleanPart(part: MailPart, clean: Clean): MailPart {
  switch (part.kind) {
    case 'words':
    case 'aside':
      return { ...part, text: clean(part.text) }
    case 'facts':
      return { ...part, rows: part.rows.map(([label, value]) => [label, clean(value)] as const) }
    case 'event':
      return {
        ...part,
        title: clean(part.title),
        lines: part.lines.map(clean),
        tickets: part.tickets.map((ticket) => ({ ...ticket, name: clean(ticket.name) })),
      }
    case 'prices':
      return { ...part, rows: part.rows.map(([label, amount]) => [clean(label), amount] as const) }
    case 'own':
      return { ...part, part: cleanOwn(part.part, clean) }
    case 'markdown':
    case 'action':
    case 'more':
      return part
  }
}

function cleanOwn(part: TemplatePart, clean: Clean): TemplatePart {
  const cleanSpans = (spans: readonly Span[]): Span[] =>
    spans.map((span) => ({ ...span, text: clean(span.text) }))
  switch (part.kind) {
    case 'prose':
      return { ...part, spans: cleanSpans(part.spans) }
    case 'title':
      return { ...part, text: clean(part.text) }
    case 'list':
      return { ...part, items: part.items.map(cleanSpans) }
    case 'rule':
      return part
  }
}
