import { createElement as h, Fragment, type ReactNode } from 'react'
import { themedStyle, type Theme } from './mail-theme.ts'
import type { TemplatePart, Span } from './mail-content.ts'

const TEXT_STYLE = { margin: '0 0 16px', fontSize: 16, lineHeight: 1.55, overflowWrap: 'anywhere' } as const

export function TemplatePartView({ part, theme }: { part: TemplatePart; theme: Theme }): ReactNode {
  switch (part.kind) {
    case 'prose':
      return h(Prose, { spans: part.spans, theme })
    case 'title':
      return h(Title, { text: part.text, theme })
    case 'list':
      return h(ListView, { part, theme })
    case 'rule':
      return h(Rule, { theme })
  }
}

const Prose = ({ spans, theme }: { spans: readonly Span[]; theme: Theme }): ReactNode =>
  h('p', { ...themedStyle(theme.light, 'text', TEXT_STYLE), dir: 'auto' }, h(Spans, { spans, theme }))

const Title = ({ text, theme }: { text: string; theme: Theme }): ReactNode =>
  h(
    'h2',
    {
      ...themedStyle(theme.light, 'text', {
        margin: '24px 0 8px',
        fontSize: 20,
        lineHeight: 1.25,
        fontWeight: 650,
      }),
      dir: 'auto',
    },
    text,
  )

const ListView = ({
  part,
  theme,
}: {
  part: Extract<TemplatePart, { kind: 'list' }>
  theme: Theme
}): ReactNode =>
  h(
    part.isOrdered ? 'ol' : 'ul',
    themedStyle(theme.light, 'text', { ...TEXT_STYLE, paddingLeft: 24 }),
    part.items.map((spans, index) =>
      h('li', { key: index, dir: 'auto', style: { margin: '0 0 4px' } }, h(Spans, { spans, theme })),
    ),
  )

const Rule = ({ theme }: { theme: Theme }): ReactNode =>
  h('div', themedStyle(theme.light, 'line-top', { margin: '24px 0', height: 0, fontSize: 0, lineHeight: 0 }))

const Spans = ({ spans, theme }: { spans: readonly Span[]; theme: Theme }): ReactNode =>
  spans.map((span, index) => h(Run, { key: index, span, theme }))

function Run({ span, theme }: { span: Span; theme: Theme }): ReactNode {
  const { text, isStrong, isEmphasised, url } = span
  const lines = withLineBreaks(text)
  const strong = isStrong ? h('strong', null, lines) : lines
  const said = isEmphasised ? h('em', null, strong) : strong
  return url === undefined ? said : h('a', { href: url, ...themedStyle(theme.light, 'link') }, said)
}

export const withLineBreaks = (text: string): ReactNode =>
  text.split('\n').map((line, index) => h(Fragment, { key: index }, index > 0 ? h('br') : null, line))
