import { createElement as h, type ReactNode } from 'react'
import { themedStyle, type Theme } from './mail-theme.ts'
import type { MailPart } from './mail-content.ts'

const TABLE = {
  role: 'presentation',
  width: '100%',
  cellPadding: 0,
  cellSpacing: 0,
  border: 0,
  style: { borderCollapse: 'collapse', width: '100%' },
} as const

const CELL = { fontSize: 16, lineHeight: 1.4, overflowWrap: 'anywhere' } as const

const AMOUNT = { whiteSpace: 'nowrap', verticalAlign: 'top', textAlign: 'right' } as const

export function PricesTable({
  part,
  theme,
}: {
  part: Extract<MailPart, { kind: 'prices' }>
  theme: Theme
}): ReactNode {
  const { light } = theme
  return h(
    'div',
    { style: { margin: '0 0 24px' } },
    h('h2', themedStyle(light, 'text', { margin: '0 0 4px', fontSize: 16, fontWeight: 650 }), part.title),
    h(
      'table',
      TABLE,
      h(
        'tbody',
        null,
        part.rows.map((row, index) => priceRow(light, row, `row ${index}`)),
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
        part.paid.map((row, index) => priceRow(light, row, `paid ${index}`)),
      ),
    ),
  )
}

const priceRow = (
  light: Theme['light'],
  [label, amount]: readonly [label: string, amount: string],
  key: string,
): ReactNode =>
  h(
    'tr',
    { key },
    h('td', { ...themedStyle(light, 'text', { ...CELL, padding: '5px 16px 5px 0' }), dir: 'auto' }, label),
    h(
      'td',
      { align: 'right', ...themedStyle(light, 'text', { ...CELL, ...AMOUNT, padding: '5px 0' }) },
      amount,
    ),
  )

export function FactsTable({
  rows,
  theme,
}: {
  rows: readonly (readonly [string, string])[]
  theme: Theme
}): ReactNode {
  const { light } = theme
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
              ...themedStyle(light, 'muted', { ...CELL, padding: '4px 16px 4px 0', verticalAlign: 'top' }),
            },
            label,
          ),
          h('td', { ...themedStyle(light, 'text', { ...CELL, padding: '4px 0' }), dir: 'auto' }, value),
        ),
      ),
    ),
  )
}
