import { expect, test } from 'vitest'
import { tenantStylesheet } from '#server/sites/tenant-css.ts'

const HEAD = '@layer tenant{@scope(.storefront){'

test('what a promoter wrote stays, inside the storefront', () => {
  expect(
    tenantStylesheet('h1 { letter-spacing: -0.05em } @media (min-width: 600px) { .a { color: blue } }'),
  ).toBe(`${HEAD}h1{letter-spacing:-.05em}@media (width>=600px){.a{color:#00f}}}}`)
})

test.each([
  ['a brace too many', '.a { color: red } } } body { display: none } .b { color: red }'],
  ['an unclosed rule', '.a { color: red'],
  ['an unclosed comment', '.a { color: red } /* '],
  ['an unclosed string', '.a::after { content: "x '],
])('%s does not leave the scope', (_, css) => {
  const text = tenantStylesheet(css)
  expect(text.startsWith(HEAD)).toBe(true)
  expect(depths(text).lastIndexOf(1)).toBe(text.length - 2)
  expect(Math.min(...depths(text).slice(HEAD.length, -2))).toBe(2)
})

test.each([
  ['@import url("https://elsewhere.example/x.css"); .a { color: red }', 'elsewhere'],
  ['@font-face { font-family: x; src: url(https://elsewhere.example/f.woff) }', 'elsewhere'],
  ['.a { background: url(https://elsewhere.example/track) }', 'elsewhere'],
  ['.a { background: url(//elsewhere.example/track) }', 'elsewhere'],
  ['.a { background: image-set("https://elsewhere.example/2.png" 1x) }', 'elsewhere'],
  ['.a { --u: image-set("https://elsewhere.example/2.png" 1x) }', 'elsewhere'],
  ['.a { --u: url(https://elsewhere.example/var) }', 'elsewhere'],
  ['.a { background: \\75\\72\\6c(https://elsewhere.example/e) }', 'elsewhere'],
])('%s loads nothing', (css, danger) => {
  expect(tenantStylesheet(css)).not.toContain(danger)
})

/** How deep in braces each character is, strings aside. */
function depths(css: string): number[] {
  let depth = 0
  return Array.from(
    css.replaceAll(/"[^"]*"/g, (text) => '"'.repeat(text.length)),
    (character) => {
      depth += character === '{' ? 1 : character === '}' ? -1 : 0
      return depth
    },
  )
}
