import {
  toOneLine,
  type MailContent,
  type MailLink,
  type MailPart,
  type TemplatePart,
  type Span,
} from './mail-content.ts'
import { markdownToText } from './markdown-text.ts'
import type { Sender } from '#server/platform/outbox/sender.ts'

export function renderMailText(mail: MailContent, sender: Sender, foot: readonly MailLink[] = []): string {
  const blocks = [
    toOneLine(mail.heading),
    ...mail.parts.map(partText),
    [
      '-- ',
      toOneLine(sender.siteName),
      mail.reason,
      ...foot.map(({ label, url }) => `${label}: ${url}`),
    ].join('\n'),
  ]
  return `${blocks.join('\n\n')}\n`
}

function partText(part: MailPart): string {
  switch (part.kind) {
    case 'markdown':
      return markdownToText(part.text)
    case 'words':
    case 'aside':
      return part.text
    case 'more':
      return `${part.text} ${part.link.label}:\n${part.link.url}`
    case 'action':
      return `${part.label}:\n${part.url}`
    case 'facts':
      return part.rows.map(([label, value]) => `${label}: ${toOneLine(value)}`).join('\n')
    case 'event':
      return eventText(part)
    case 'prices':
      return pricesText(part)
    case 'own':
      return ownText(part.part)
  }
}

function ownText(part: TemplatePart): string {
  switch (part.kind) {
    case 'prose':
      return spansText(part.spans)
    case 'title':
      return part.text
    case 'list':
      return part.items
        .map((spans, index) => `${part.isOrdered ? `${index + 1}.` : '*'} ${spansText(spans)}`)
        .join('\n')
    case 'rule':
      return '----'
  }
}

const spansText = (spans: readonly Span[]): string =>
  spans.map(({ text, url }) => (url === undefined || url === text ? text : `${text} (${url})`)).join('')

function eventText({ title, lines, links, tickets }: Extract<MailPart, { kind: 'event' }>): string {
  const admissions = tickets.map(({ name, holder, code, url }) =>
    [`* ${toOneLine(name)}${holder ? `, ${toOneLine(holder)}` : ''}`, `  ${code}`, `  ${url}`].join('\n'),
  )
  return [
    [toOneLine(title), ...lines.map(toOneLine)].join('\n'),
    ...admissions,
    ...links.map(({ label, url }) => `${label}: ${url}`),
  ].join('\n\n')
}

function pricesText({ title, rows, total, paid }: Extract<MailPart, { kind: 'prices' }>): string {
  const lines = [...rows, total, ...paid].map(([label, amount]): [string, string] => [
    toOneLine(label),
    amount,
  ])
  const width = Math.min(40, Math.max(...lines.map(([label]) => label.length)))
  const widest = Math.max(...lines.map(([, amount]) => amount.length))
  const typeset = lines.map(([label, amount]) =>
    label.length > width
      ? `${label}\n${' '.repeat(width)}  ${amount.padStart(widest)}`
      : `${label.padEnd(width)}  ${amount.padStart(widest)}`,
  )
  return [title, ...typeset].join('\n')
}
