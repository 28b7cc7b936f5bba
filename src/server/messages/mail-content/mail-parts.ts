import { createElement as h, type ReactNode } from 'react'
import { CODE_FONT, themedStyle, type Theme } from './mail-theme.ts'
import { TemplatePartView, withLineBreaks } from './mail-prose.ts'
import { FactsTable, PricesTable } from './mail-tables.ts'
import type { MailLink, MailPart, MailTicket } from './mail-content.ts'
import { markdownToHtml } from './markdown-html.ts'

interface Props<Kind extends MailPart['kind']> {
  part: Extract<MailPart, { kind: Kind }>
  theme: Theme
}

export function MailPartView({ part, theme }: { part: MailPart; theme: Theme }): ReactNode {
  switch (part.kind) {
    case 'words':
      return h(
        'p',
        { ...themedStyle(theme.light, 'text', TEXT_STYLE), dir: 'auto' },
        withLineBreaks(part.text),
      )
    case 'markdown':
      return h(Markdown, { part, theme })
    case 'aside':
      return h(
        'p',
        { ...themedStyle(theme.light, 'muted', { ...TEXT_STYLE, fontSize: 14 }), dir: 'auto' },
        part.text,
      )
    case 'more':
      return h(
        'p',
        themedStyle(theme.light, 'text', TEXT_STYLE),
        part.text,
        ' ',
        h(Link, { link: part.link, theme }),
      )
    case 'action':
      return h(Action, { part, theme })
    case 'facts':
      return h(FactsTable, { rows: part.rows, theme })
    case 'event':
      return h(EventCard, { part, theme })
    case 'prices':
      return h(PricesTable, { part, theme })
    case 'own':
      return h(TemplatePartView, { part: part.part, theme })
  }
}

const TEXT_STYLE = { margin: '0 0 16px', fontSize: 16, lineHeight: 1.55, overflowWrap: 'anywhere' } as const

function Markdown({ part, theme }: Props<'markdown'>): ReactNode {
  const html = markdownToHtml(part.text).replaceAll(
    '<a ',
    `<a class="link" style="color:${theme.light.link}" `,
  )
  return h('div', {
    ...themedStyle(theme.light, 'text', TEXT_STYLE),
    dir: 'auto',
    dangerouslySetInnerHTML: { __html: html },
  })
}

/** A button that also shows its URL as text, for mail programs without buttons and for readers who don't trust buttons. */
function Action({ part, theme }: Props<'action'>): ReactNode {
  const { ground, text } = theme.button
  return h(
    'div',
    { style: { margin: '8px 0 24px' } },
    h(
      'a',
      {
        href: part.url,
        className: 'button',
        style: {
          display: 'inline-block',
          padding: '14px 24px',
          borderRadius: 12,
          backgroundColor: ground,
          color: text,
          fontSize: 16,
          lineHeight: 1.25,
          fontWeight: 600,
          textDecoration: 'none',
        },
      },
      part.label,
    ),
    h(
      'div',
      themedStyle(theme.light, 'muted', {
        marginTop: 12,
        fontSize: 13,
        lineHeight: 1.5,
        overflowWrap: 'anywhere',
      }),
      'Or open ',
      h('a', { href: part.url, ...themedStyle(theme.light, 'link') }, part.url),
    ),
  )
}

function EventCard({ part, theme }: Props<'event'>): ReactNode {
  return h(
    'div',
    { style: { margin: '8px 0 24px' } },
    h(
      'h2',
      {
        ...themedStyle(theme.light, 'text', {
          margin: '0 0 6px',
          fontSize: 20,
          lineHeight: 1.25,
          fontWeight: 650,
          overflowWrap: 'anywhere',
          textAlign: 'left',
        }),
        dir: 'auto',
      },
      part.title,
    ),
    part.lines.map((line, index) =>
      h(
        'div',
        {
          key: index,
          ...themedStyle(theme.light, 'text', { fontSize: 16, lineHeight: 1.5, textAlign: 'left' }),
          dir: 'auto',
        },
        line,
      ),
    ),
    part.links.length > 0 &&
      h(
        'div',
        { style: { margin: '8px 0 0', fontSize: 15, lineHeight: 1.6 } },
        part.links.map((link, index) =>
          h('span', { key: link.url }, index > 0 ? ' · ' : '', h(Link, { link, theme })),
        ),
      ),
    part.tickets.map((ticket) => h(Admission, { key: ticket.code, ticket, theme })),
  )
}

const Link = ({ link, theme }: { link: MailLink; theme: Theme }): ReactNode =>
  h('a', { href: link.url, ...themedStyle(theme.light, 'link', { fontWeight: 600 }) }, link.label)

const QR_SIDE = 200
/** QR codes are black on white in either theme. */
const QR_STYLE = {
  display: 'block',
  width: QR_SIDE,
  height: QR_SIDE,
  marginTop: 12,
  borderRadius: 8,
  backgroundColor: '#ffffff',
} as const

function Admission({ ticket, theme }: { ticket: MailTicket; theme: Theme }): ReactNode {
  const { light } = theme
  return h(
    'div',
    themedStyle(light, 'sunken', {
      marginTop: 12,
      padding: '14px 16px',
      borderRadius: 12,
      overflowWrap: 'anywhere',
    }),
    h(
      'div',
      {
        ...themedStyle(light, 'text', { fontSize: 16, lineHeight: 1.4, fontWeight: 600, textAlign: 'left' }),
        dir: 'auto',
      },
      ticket.name,
    ),
    ticket.holder &&
      h(
        'div',
        { ...themedStyle(light, 'muted', { fontSize: 15, lineHeight: 1.4, textAlign: 'left' }), dir: 'auto' },
        ticket.holder,
      ),
    h(
      'div',
      { style: { marginTop: 6, fontSize: 17, lineHeight: 1.4 } },
      h(
        'a',
        {
          href: ticket.url,
          ...themedStyle(light, 'link', { fontFamily: CODE_FONT, letterSpacing: '0.04em' }),
        },
        ticket.code,
      ),
    ),
    ticket.cid !== undefined &&
      h('img', {
        src: `cid:${ticket.cid}`,
        alt: `QR code of ticket ${ticket.code}`,
        width: QR_SIDE,
        height: QR_SIDE,
        style: QR_STYLE,
        loading: 'lazy',
      }),
  )
}
