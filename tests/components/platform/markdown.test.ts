import { expect, test } from 'vitest'
import { renderMarkdown } from '#components/platform/markdown.ts'

test.each([
  ['## A\n\n### B', '<h3>A</h3>\n<h4>B</h4>'],
  ['# A\n\n###### B', '<h3>A</h3>\n<h6>B</h6>'],
  ['#### A', '<h3>A</h3>'],
  ['plain', '<p>plain</p>'],
])('headings of %j start at the third level', (markdown, html) => {
  expect(renderMarkdown(markdown)).toBe(html)
})

test.each([
  ['<script>alert(1)</script>', '<script'],
  ['[a](javascript:alert(1))', 'javascript:'],
  ['<img src=x onerror=alert(1)>', '<img'],
  ['&lt;h1 onclick=x&gt;', '<h1'],
  ['![x](data:text/html,x)', 'data:'],
])('%s is harmless', (markdown, danger) => {
  expect(renderMarkdown(markdown)).not.toContain(danger)
})

test.each(['1. ', '_*_', '<b>&'])('%j repeated is shown as plain text', (unit) => {
  const escaped = unit.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
  expect(renderMarkdown(unit.repeat(6666))).toBe(`<p>${escaped.repeat(6666)}</p>`)
})
