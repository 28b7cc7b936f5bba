import { createElement as h, type ReactNode } from 'react'
import { writtenHtml } from './written-html.ts'
import { OwnPartView } from './letter-prose.ts'
import { CODE_FONT, paint, type Look } from './letter-look.ts'
import type { LetterLink, LetterPart } from './letter.ts'

interface Props<Kind extends LetterPart['kind']> {
  part: Extract<LetterPart, { kind: Kind }>
  look: Look
}

/** One part of a letter as markup that mail programs of the last twenty years lay out alike. */
export function LetterPartView({ part, look }: { part: LetterPart; look: Look }): ReactNode {
  switch (part.kind) {
    case 'words':
      return h('p', { ...paint(look.light, 'text', WORDS), dir: 'auto' }, part.text)
    case 'markdown':
      return h(Written, { part, look })
    case 'aside':
      return h('p', { ...paint(look.light, 'muted', { ...WORDS, fontSize: 14 }), dir: 'auto' }, part.text)
    case 'more':
      return h('p', paint(look.light, 'text', WORDS), part.text, ' ', h(Link, { link: part.link, look }))
    case 'action':
      return h(Action, { part, look })
    case 'facts':
      return h(Rows, { rows: part.rows, look })
    case 'event':
      return h(Happening, { part, look })
    case 'prices':
      return h(Prices, { part, look })
    case 'own':
      return h(OwnPartView, { part: part.part, look })
  }
}

const WORDS = { margin: '0 0 16px', fontSize: 16, lineHeight: 1.55, overflowWrap: 'anywhere' } as const

function Written({ part, look }: Props<'markdown'>): ReactNode {
  const html = writtenHtml(part.text).replaceAll('<a ', `<a class="link" style="color:${look.light.link}" `)
  return h('div', {
    ...paint(look.light, 'text', WORDS),
    dir: 'auto',
    dangerouslySetInnerHTML: { __html: html },
  })
}

/** The address stands below as well: some programs show no buttons, and some people trust none. */
function Action({ part, look }: Props<'action'>): ReactNode {
  const { ground, text } = look.button
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
      paint(look.light, 'muted', { marginTop: 12, fontSize: 13, lineHeight: 1.5, overflowWrap: 'anywhere' }),
      'Or open ',
      h('a', { href: part.url, ...paint(look.light, 'link') }, part.url),
    ),
  )
}

function Happening({ part, look }: Props<'event'>): ReactNode {
  return h(
    'div',
    { style: { margin: '8px 0 24px' } },
    h(
      'h2',
      {
        ...paint(look.light, 'text', {
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
          ...paint(look.light, 'text', { fontSize: 16, lineHeight: 1.5, textAlign: 'left' }),
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
          h('span', { key: link.url }, index > 0 ? ' · ' : '', h(Link, { link, look })),
        ),
      ),
    part.tickets.map((ticket) => h(Admission, { key: ticket.code, ticket, look })),
  )
}

const Link = ({ link, look }: { link: LetterLink; look: Look }): ReactNode =>
  h('a', { href: link.url, ...paint(look.light, 'link', { fontWeight: 600 }) }, link.label)

type Ticket = Extract<LetterPart, { kind: 'event' }>['tickets'][number]

function Admission({ ticket, look }: { ticket: Ticket; look: Look }): ReactNode {
  const { light } = look
  return h(
    'div',
    paint(light, 'sunken', {
      marginTop: 12,
      padding: '14px 16px',
      borderRadius: 12,
      overflowWrap: 'anywhere',
    }),
    h(
      'div',
      {
        ...paint(light, 'text', { fontSize: 16, lineHeight: 1.4, fontWeight: 600, textAlign: 'left' }),
        dir: 'auto',
      },
      ticket.name,
    ),
    ticket.holder &&
      h(
        'div',
        { ...paint(light, 'muted', { fontSize: 15, lineHeight: 1.4, textAlign: 'left' }), dir: 'auto' },
        ticket.holder,
      ),
    h(
      'div',
      { style: { marginTop: 6, fontSize: 17, lineHeight: 1.4 } },
      h(
        'a',
        { href: ticket.url, ...paint(light, 'link', { fontFamily: CODE_FONT, letterSpacing: '0.04em' }) },
        ticket.code,
      ),
    ),
  )
}

const AMOUNT = { whiteSpace: 'nowrap', verticalAlign: 'top', textAlign: 'right' } as const

function Prices({ part, look }: Props<'prices'>): ReactNode {
  const { light } = look
  return h(
    'div',
    { style: { margin: '0 0 24px' } },
    h('h2', paint(light, 'text', { margin: '0 0 4px', fontSize: 16, fontWeight: 650 }), part.title),
    h(
      'table',
      TABLE,
      h(
        'tbody',
        null,
        part.rows.map(([label, amount], index) =>
          h(
            'tr',
            { key: index },
            h('td', { ...paint(light, 'text', { ...CELL, padding: '5px 16px 5px 0' }), dir: 'auto' }, label),
            h(
              'td',
              { align: 'right', ...paint(light, 'text', { ...CELL, ...AMOUNT, padding: '5px 0' }) },
              amount,
            ),
          ),
        ),
        h(
          'tr',
          null,
          part.total.map((text, index) =>
            h(
              'td',
              {
                key: index,
                className: 'line text',
                ...(index > 0 ? { align: 'right' } : {}),
                style: {
                  ...CELL,
                  ...(index > 0 ? AMOUNT : {}),
                  padding: '10px 0 0',
                  borderTop: `1px solid ${light.line}`,
                  color: light.text,
                  fontWeight: 650,
                },
              },
              text,
            ),
          ),
        ),
      ),
    ),
  )
}

const TABLE = {
  role: 'presentation',
  width: '100%',
  cellPadding: 0,
  cellSpacing: 0,
  border: 0,
  style: { borderCollapse: 'collapse', width: '100%' },
} as const

const CELL = { fontSize: 16, lineHeight: 1.4, overflowWrap: 'anywhere' } as const

function Rows({ rows, look }: { rows: readonly (readonly [string, string])[]; look: Look }): ReactNode {
  const { light } = look
  return h(
    'table',
    { ...TABLE, style: { ...TABLE.style, margin: '0 0 20px' } },
    h(
      'tbody',
      null,
      rows.map(([label, value]) =>
        h(
          'tr',
          { key: label },
          h(
            'td',
            {
              width: 64,
              ...paint(light, 'muted', { ...CELL, padding: '4px 16px 4px 0', verticalAlign: 'top' }),
            },
            label,
          ),
          h('td', { ...paint(light, 'text', { ...CELL, padding: '4px 0' }), dir: 'auto' }, value),
        ),
      ),
    ),
  )
}
