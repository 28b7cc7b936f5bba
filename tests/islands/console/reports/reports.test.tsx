import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

let page: PortalPage

async function open(search: string): Promise<void> {
  page = await openPortalPage()
  await page.signIn('owner')
  window.history.replaceState(null, '', `/promoter/reports${search}`)
  await page.show(createElement((await import('#islands/console/reports/Reports.tsx')).Reports))
}

beforeEach(() => vi.resetModules())
afterEach(async () => {
  window.history.replaceState(null, '', '/')
  await page.close()
})

const labelled = (label: string): HTMLInputElement => {
  const found = [...page.content.querySelectorAll('label')].find((each) => each.textContent === label)
  const field = found && page.content.querySelector<HTMLInputElement>(`[id="${found.htmlFor}"]`)
  if (!field) throw new Error(`There is no field ${label}`)
  return field
}

/** Sets the value past React's property, so that React detects the input. */
const fill = (field: HTMLInputElement, value: string): Promise<void> =>
  act(async () => {
    Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })

const steps = (): string[] =>
  [...labelled('By').querySelectorAll('option')].flatMap((each) => (each.disabled ? [] : each.value))

it('a refused query keeps its filters and shows the reason', async () => {
  await open('?from=2026-09-01&to=2026-11-21&by=hour')
  await page.shows('Choose fewer days, or a longer interval.')
  expect([labelled('From').value, labelled('To').value, labelled('By').value]).toEqual([
    '2026-09-01',
    '2026-11-21',
    'hour',
  ])
  expect(steps()).toEqual(['day', 'week'])
  await fill(labelled('By'), 'day')
  await page.shows('No sales in this period.')
  expect(window.location.search).toBe('?from=2026-09-01&to=2026-11-21&by=day')
})

it('after a response, refused days keep the filters', async () => {
  await open('?from=2026-11-01&to=2026-11-21')
  await page.shows('No sales in this period.')
  await fill(labelled('From'), '2001-11-01')
  await page.shows('Choose fewer days, or a longer interval.')
  expect(labelled('From').value).toBe('2001-11-01')
  expect(page.content.textContent).not.toContain('No sales')
  await fill(labelled('From'), '2026-11-20')
  await page.shows('No sales in this period.')
})

it('an incomplete year starts no query', async () => {
  await open('?from=2026-11-01&to=2026-11-21')
  await page.shows('No sales in this period.')
  const before = page.shop.requests.length
  for (const year of ['0002', '0020', '0202']) await fill(labelled('From'), `${year}-11-02`)
  expect(labelled('From').value).toBe('0202-11-02')
  expect(page.shop.requests.slice(before)).toEqual([])
  await fill(labelled('From'), '2026-11-02')
  await waitFor(() => expect(window.location.search).toBe('?from=2026-11-02&to=2026-11-21'))
})
