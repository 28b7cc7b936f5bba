import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { FONT, lookOf, paint, type Look } from './letter-look.ts'
import { LetterPartView } from './letter-parts.ts'
import type { Letter, LetterLink } from './letter.ts'
import type { Sender } from '#server/platform/outbox/sender.ts'

/**
 * Renders the email as an HTML document: tables and inline styles, no external resources but the logo, readable without stylesheets and
 * images.
 */
export const letterHtml = (letter: Letter, sender: Sender, foot: readonly LetterLink[] = []): string =>
  `<!doctype html>${renderToStaticMarkup(h(LetterDocument, { letter, sender, foot }))}`

interface Contents {
  letter: Letter
  sender: Sender
  /** Links to legal pages and for unwanted emails. */
  foot: readonly LetterLink[]
}

function LetterDocument({ letter, sender, foot }: Contents): ReactNode {
  const look = lookOf(sender)
  return h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
      h('title', null, letter.subject),
      // Contains only own rules and colours validated by the database.
      h('style', { dangerouslySetInnerHTML: { __html: look.css } }),
    ),
    h(
      'body',
      paint(look.light, 'ground', { margin: 0, padding: 0, fontFamily: FONT, WebkitTextSizeAdjust: '100%' }),
      h('div', { style: HIDDEN }, letter.preview, FILLER),
      h(
        Table,
        { ...paint(look.light, 'ground') },
        h(
          'tr',
          null,
          h(
            'td',
            { align: 'center', style: { padding: '24px 8px 40px' } },
            h(Card, { letter, sender, foot, look }),
          ),
        ),
      ),
    ),
  )
}

const HIDDEN = {
  display: 'none',
  overflow: 'hidden',
  maxHeight: 0,
  maxWidth: 0,
  opacity: 0,
  lineHeight: '1px',
  fontSize: 1,
} as const

/** Invisible padding that keeps the content out of the preview. */
const FILLER = '\u00A0\u200C'.repeat(90)

const Table = (props: Record<string, unknown> & { children?: ReactNode }): ReactNode => {
  const { children, style, ...more } = props
  return h(
    'table',
    {
      role: 'presentation',
      width: '100%',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      ...more,
      style: { borderCollapse: 'collapse', ...(typeof style === 'object' ? style : {}) },
    },
    h('tbody', null, children),
  )
}

function Card({ letter, sender, foot, look }: Contents & { look: Look }): ReactNode {
  const { light } = look
  return h(
    Table,
    { width: 600, style: { width: '100%', maxWidth: 600 } },
    h(
      'tr',
      null,
      h('td', { className: 'gutter', style: { padding: '8px 32px 16px' } }, h(Brand, { sender, look })),
    ),
    h(
      'tr',
      null,
      h(
        'td',
        {
          className: 'surface gutter',
          style: { backgroundColor: light.surface, borderRadius: 12, padding: '32px 32px 16px' },
        },
        h(
          'h1',
          {
            ...paint(light, 'text', { margin: '0 0 20px', fontSize: 26, lineHeight: 1.2, fontWeight: 650 }),
            dir: 'auto',
          },
          letter.heading,
        ),
        letter.parts.map((part, index) => h(LetterPartView, { key: index, part, look })),
      ),
    ),
    h(
      'tr',
      null,
      h(
        'td',
        {
          className: 'muted gutter',
          style: { color: light.muted, padding: '20px 32px 0', fontSize: 13, lineHeight: 1.5 },
        },
        h('div', { dir: 'auto', style: { fontWeight: 600, wordBreak: 'break-word' } }, sender.siteName),
        letter.reason,
        foot.length > 0 &&
          h(
            'div',
            { style: { marginTop: 8 } },
            foot.map(({ label, url }, index) => [
              index > 0 && ' · ',
              h('a', { key: url, href: url, ...paint(light, 'muted') }, label),
            ]),
          ),
      ),
    ),
  )
}

/** Shows the site's name in place of the logo. */
function Brand({ sender, look }: { sender: Sender; look: Look }): ReactNode {
  const style = { fontSize: 18, lineHeight: 1.3, fontWeight: 650, wordBreak: 'break-word' } as const
  const { className, style: painted } = paint(look.light, 'text', style)
  return h(
    'div',
    { className, style: painted, dir: 'auto' },
    /^https?:\/\//.test(sender.logoUrl)
      ? h('img', {
          src: sender.logoUrl,
          alt: sender.siteName,
          height: 32,
          style: { height: 32, maxWidth: '100%', border: 0, display: 'block' },
        })
      : sender.siteName,
  )
}
