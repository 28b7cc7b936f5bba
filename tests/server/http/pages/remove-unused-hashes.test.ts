import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { removeUnusedHashes } from '#server/http/pages/remove-unused-hashes.ts'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const html = `<head><style>a { color: red }</style><script type="module">first()</script>
  <style media="print">é {}</style><script src="/x.js"></script></head><script>last('</b>')</script>`

it('keeps the hashes of the page’s scripts and styles, and all other sources', () => {
  const [first, last, red, print] = ['first()', "last('</b>')", 'a { color: red }', 'é {}'].map(hashOf)
  const policy = `default-src 'self';img-src 'self' data:; script-src 'self' ${first} ${hashOf('elsewhere()')} ${last}; style-src 'self' ${hashOf('b {}')} ${red} ${print};`
  expect(removeUnusedHashes(policy, html)).toBe(
    `default-src 'self';img-src 'self' data:; script-src 'self' ${first} ${last}; style-src 'self' ${red} ${print};`,
  )
})

it('adds no hash of a script that the policy doesn’t allow', () => {
  expect(removeUnusedHashes(`script-src 'self'`, html)).toBe(`script-src 'self'`)
})

it('allows nothing inline in a page whose elements aren’t closed', () => {
  expect(removeUnusedHashes(`script-src ${hashOf('first()')}`, '<script>first()')).toBe('script-src')
  expect(removeUnusedHashes(`script-src ${hashOf('first()')}`, '<script')).toBe('script-src')
})
