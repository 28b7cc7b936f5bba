import { globSync, readFileSync } from 'node:fs'
import { listContracts } from '#server/openapi/list-contracts.ts'
import { EVENT_PATH } from '../bench/support/event-page.ts'
import { weighPage } from '../bench/support/page-weight.ts'
import { expect, test } from './support/test.ts'

const KB = 1024

/** Bytes after brotli compression. React, 57 KB, is loaded when the cart's drawer opens. */
const BUDGETS = { html: 12.5 * KB, first: 4 * KB, all: 25 * KB, drawer: 80 * KB } as const

/** Headers aren't compressed in HTTP/1.1, and a response of “not modified” has them all. */
const HEADER_BYTES = KB

test('an event page stays within its size budget', async ({ page, foyer }) => {
  const weight = await weighPage(page, foyer.url('aurora', EVENT_PATH))
  expect(weight.html, 'there is a page').toBeGreaterThan(KB)
  expect(weight.first, 'there are scripts').toBeGreaterThan(KB)
  expect.soft(weight.html + weight.css, 'HTML and CSS').toBeLessThanOrEqual(BUDGETS.html)
  expect.soft(weight.first, 'JavaScript before the first interaction').toBeLessThanOrEqual(BUDGETS.first)
  expect.soft(weight.idle, 'JavaScript that comes unasked').toBe(0)
  expect.soft(weight.all, 'JavaScript of the first “add to cart”').toBeLessThanOrEqual(BUDGETS.all)
  expect.soft(weight.drawer, 'JavaScript of “View cart”').toBeGreaterThan(50 * KB)
  expect.soft(weight.drawer, 'JavaScript of “View cart”').toBeLessThanOrEqual(BUDGETS.drawer)
  await expect
    .soft(page.locator('link[rel=preload][as=font]'), 'what holds back the first paint')
    .toHaveCount(0)
})

test('the headers of an event page stay within their size budget', async ({ request, foyer }) => {
  const { host } = new URL(foyer.url('aurora'))
  const answer = await request.get(foyer.url('', EVENT_PATH), { headers: { host } })
  const bytes = answer
    .headersArray()
    .reduce((sum, { name, value }) => sum + name.length + value.length + 4, 0)
  expect(answer.status()).toBe(200)
  expect(bytes).toBeLessThanOrEqual(HEADER_BYTES)
})

test('no description of the API is part of the browser’s scripts', () => {
  const files = globSync('dist/client/_astro/*.js')
  const scripts = files.map((file) => withoutQuotes(readFileSync(file, 'utf8'))).join('\n')
  const contracts = listContracts().map(({ contract }) => contract)
  expect(contracts.filter(({ path }) => scripts.includes(path)).length, 'contracts are').toBeGreaterThan(50)
  const found = contracts.filter(({ description }) => scripts.includes(withoutQuotes(description)))
  expect(found.map(({ description }) => description)).toEqual([])
})

/** Minifiers choose the quotes of a text, and escape those within. */
const withoutQuotes = (text: string): string => text.replaceAll(/["'`\\]/g, '')
