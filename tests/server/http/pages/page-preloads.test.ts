import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPreloads } from '#server/http/pages/page-preloads.ts'

const SCRIPTS = {
  'form.js': 'import{a}from"./shared.js";import"./effects.js";const o=()=>p(()=>import(`./order.js`),[]);',
  'badge.js': "import { a } from './shared.js'",
  'shared.js': 'export const a=1;export*from"./deep.js"',
  'effects.js': 'console.log("from \\"./nothing.css\\"")',
  'deep.js': 'import{b}from"./shared.js"',
  'order.js': 'import{a}from"./shared.js";import{c}from"./cart.js";const l=()=>import("./rare.js")',
  'cart.js': 'export const c=1',
  'rare.js': '',
  'island.js': 'import"./react.js"',
  'react.js': '',
}

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'foyer-preloads-'))
  mkdirSync(join(home, '_astro'))
  for (const [name, code] of Object.entries(SCRIPTS)) writeFileSync(join(home, '_astro', name), code)
})
afterAll(() => rmSync(home, { recursive: true }))

const pageWith = (...scripts: string[]): string =>
  `<head><title>$&</title></head><body><astro-island component-url="/_astro/island.js"></astro-island>${scripts
    .map((name) => `<script type="module" src="/_astro/${name}"></script>`)
    .join('')}</body>`

const preloaded = (html: string): string[] =>
  [...html.matchAll(/<link rel="modulepreload" href="\/_astro\/([^"]+)">/g)].map(([, name = '']) => name)

test('preloads each import of the scripts once, without dynamic ones', () => {
  const addPreloads = createPreloads(home)
  const html = addPreloads(pageWith('form.js', 'badge.js'))
  expect(preloaded(html).toSorted()).toEqual(['deep.js', 'effects.js', 'shared.js'])
  expect(html.indexOf('modulepreload')).toBeLessThan(html.indexOf('</head>'))
  expect(html).toContain('<title>$&</title>')
  expect(addPreloads(pageWith('form.js', 'badge.js'))).toBe(html)
  expect(preloaded(addPreloads(pageWith('badge.js'))).toSorted()).toEqual(['deep.js', 'shared.js'])
})

test('leaves pages without scripts, or of another build, unchanged', () => {
  expect(createPreloads(home)(pageWith())).toBe(pageWith())
  expect(createPreloads(join(home, 'nowhere'))(pageWith('form.js'))).toBe(pageWith('form.js'))
})
