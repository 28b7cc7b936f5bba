import { createElement as h, type CSSProperties, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { FONT, createMailTheme, themedStyle, type Theme } from './mail-theme.ts'
import { MailPartView } from './mail-parts.ts'
import type { MailContent, MailLink } from './mail-content.ts'
import type { Sender } from '#server/platform/outbox/sender.ts'

/**
 * Renders an email as HTML with tables and inline styles. The logo is the only external resource. `foot`: links to legal
 * pages and for reporting unwanted emails. `structuredData`: escaped JSON-LD.
 */
export function renderMailHtml(
  mail: MailContent,
  sender: Sender,
  { foot = [], structuredData }: { foot?: readonly MailLink[]; structuredData?: string | undefined } = {},
): string {
  const theme = createMailTheme(sender)
  const body = themedStyle(theme.light, 'ground', BODY)
  const card = h(
    Table,
    { width: 600, style: { width: '100%', maxWidth: 600 } },
    h(Brand, { sender, theme }),
    h(Content, { mail, theme }),
    h(Footer, { siteName: sender.siteName, reason: mail.reason, links: foot, theme }),
  )
  const page = h(
    'html',
    { lang: 'en' },
    h(Head, { title: mail.subject, css: theme.css, structuredData }),
    h(
      'body',
      body,
      h('div', { style: HIDDEN }, mail.preview, FILLER),
      h(Table, themedStyle(theme.light, 'ground'), h(Row, { align: 'center', style: PAGE }, card)),
    ),
  )
  return `<!doctype html>${renderToStaticMarkup(page)}`
}

const BODY: CSSProperties = { margin: 0, padding: 0, fontFamily: FONT, WebkitTextSizeAdjust: '100%' }
/** `wordBreak`: long words don’t widen the table beyond a phone’s screen. Mail programs support it more widely than `overflowWrap`. */
const PAGE: CSSProperties = { padding: '24px 8px 40px', wordBreak: 'break-word' }
const HIDDEN: CSSProperties = {
  display: 'none',
  overflow: 'hidden',
  maxHeight: 0,
  maxWidth: 0,
  opacity: 0,
  lineHeight: '1px',
  fontSize: 1,
}

/** Invisible padding after the preview text, so that mail programs don't show the start of the content. */
const FILLER = '\u00A0\u200C'.repeat(90)

const META = {
  viewport: 'width=device-width, initial-scale=1',
  'color-scheme': 'light dark',
  'supported-color-schemes': 'light dark',
  'format-detection': 'telephone=no, date=no, address=no, email=no',
}

interface HeadProps {
  title: string
  css: string
  structuredData: string | undefined
}

const Head = ({ title, css, structuredData }: HeadProps): ReactNode =>
  h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    Object.entries(META).map(([name, content]) => h('meta', { key: name, name, content })),
    h('title', null, title),
    // The CSS contains only Foyer's own rules and colours that the database has validated.
    h('style', { dangerouslySetInnerHTML: { __html: css } }),
    structuredData !== undefined &&
      h('script', { type: 'application/ld+json', dangerouslySetInnerHTML: { __html: structuredData } }),
  )

interface TableProps {
  width?: number
  className?: string
  style: CSSProperties
  children?: ReactNode
}

const Table = ({ width, className, style, children }: TableProps): ReactNode =>
  h(
    'table',
    {
      role: 'presentation',
      width: width ?? '100%',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      className,
      style: { borderCollapse: 'collapse', ...style },
    },
    h('tbody', null, children),
  )

interface RowProps {
  align?: 'center'
  className?: string
  style: CSSProperties
  children?: ReactNode
}

const Row = (cell: RowProps): ReactNode => h('tr', null, h('td', cell))

function Brand({ sender, theme }: { sender: Sender; theme: Theme }): ReactNode {
  const logo = h('img', {
    className: 'logo',
    src: sender.logoUrl,
    alt: sender.siteName,
    height: 32,
    style: { height: 32, maxWidth: '100%', border: 0, display: 'block' },
    // Without lazy loading, React adds a `<link>` that preloads the image, which mail programs don't support.
    loading: 'lazy',
  })
  const hasLogo = /^https?:\/\//.test(sender.logoUrl)
  const name = themedStyle(theme.light, 'text', {
    fontSize: 18,
    lineHeight: 1.3,
    fontWeight: 650,
  })
  return h(
    Row,
    { className: 'gutter', style: { padding: '8px 32px 16px' } },
    h('div', { ...name, dir: 'auto' }, hasLogo ? logo : sender.siteName),
  )
}

function Content({ mail, theme }: { mail: MailContent; theme: Theme }): ReactNode {
  const { light } = theme
  const heading = { margin: '0 0 20px', fontSize: 26, lineHeight: 1.2, fontWeight: 650 }
  const style = { backgroundColor: light.surface, borderRadius: 12, padding: '32px 32px 16px' }
  return h(
    Row,
    { className: 'surface gutter', style },
    h('h1', { ...themedStyle(light, 'text', heading), dir: 'auto' }, mail.heading),
    mail.parts.map((part, index) => h(MailPartView, { key: index, part, theme })),
  )
}

interface FooterProps {
  siteName: string
  reason: string
  links: readonly MailLink[]
  theme: Theme
}

function Footer({ siteName, reason, links, theme }: FooterProps): ReactNode {
  const { light } = theme
  const style = { color: light.muted, padding: '20px 32px 0', fontSize: 13, lineHeight: 1.5 }
  return h(
    Row,
    { className: 'muted gutter', style },
    h('div', { dir: 'auto', style: { fontWeight: 600 } }, siteName),
    reason,
    links.length > 0 &&
      h(
        'div',
        { style: { marginTop: 8 } },
        links.map(({ label, url }, index) => [
          index > 0 && ' · ',
          h('a', { key: url, href: url, ...themedStyle(light, 'muted') }, label),
        ]),
      ),
  )
}
