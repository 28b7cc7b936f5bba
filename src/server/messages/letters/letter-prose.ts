import { createElement as h, Fragment, type ReactNode } from 'react'
import { paint, type Look } from './letter-look.ts'
import type { OwnPart, Span } from './letter.ts'

const WORDS = { margin: '0 0 16px', fontSize: 16, lineHeight: 1.55, overflowWrap: 'anywhere' } as const

/** Renders a part of a promoter's custom text. */
export function OwnPartView({ part, look }: { part: OwnPart; look: Look }): ReactNode {
  switch (part.kind) {
    case 'prose':
      return h(Prose, { spans: part.spans, look })
    case 'title':
      return h(Title, { text: part.text, look })
    case 'list':
      return h(LetterList, { part, look })
    case 'rule':
      return h(Rule, { look })
  }
}

const Prose = ({ spans, look }: { spans: readonly Span[]; look: Look }): ReactNode =>
  h('p', { ...paint(look.light, 'text', WORDS), dir: 'auto' }, h(Spans, { spans, look }))

const Title = ({ text, look }: { text: string; look: Look }): ReactNode =>
  h(
    'h2',
    {
      ...paint(look.light, 'text', { margin: '24px 0 8px', fontSize: 20, lineHeight: 1.25, fontWeight: 650 }),
      dir: 'auto',
    },
    text,
  )

const LetterList = ({ part, look }: { part: Extract<OwnPart, { kind: 'list' }>; look: Look }): ReactNode =>
  h(
    part.isOrdered ? 'ol' : 'ul',
    paint(look.light, 'text', { ...WORDS, paddingLeft: 24 }),
    part.items.map((spans, index) =>
      h('li', { key: index, dir: 'auto', style: { margin: '0 0 4px' } }, h(Spans, { spans, look })),
    ),
  )

const Rule = ({ look }: { look: Look }): ReactNode =>
  h('div', paint(look.light, 'line-top', { margin: '24px 0', height: 0, fontSize: 0, lineHeight: 0 }))

const Spans = ({ spans, look }: { spans: readonly Span[]; look: Look }): ReactNode =>
  spans.map((span, index) => h(Run, { key: index, span, look }))

function Run({ span, look }: { span: Span; look: Look }): ReactNode {
  const { text, isStrong, isEmphasised, url } = span
  const lines = text
    .split('\n')
    .map((line, index) => h(Fragment, { key: index }, index > 0 ? h('br') : null, line))
  const strong = isStrong ? h('strong', null, lines) : lines
  const said = isEmphasised ? h('em', null, strong) : strong
  return url === undefined ? said : h('a', { href: url, ...paint(look.light, 'link') }, said)
}
