import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'

const NAMES = ['q', 'status'] as const
type Filters = ReturnType<typeof useUrlFilters<(typeof NAMES)[number]>>

let root: Root
let seen: Filters[] = []

function List({ onSeen }: { onSeen: (filters: Filters) => void }) {
  const filters = useUrlFilters(NAMES)
  useEffect(() => onSeen(filters))
  return null
}

const keep = (filters: Filters): void => void seen.push(filters)
const latest = (): Filters => seen.at(-1) ?? [{}, () => undefined]
const read = (): Filters[0] => latest()[0]
const narrow: Filters[1] = (change, how) => latest()[1](change, how)

/** Another component that reads the same URL. */
function Other() {
  return <output>{useUrlFilters(NAMES)[0].status}</output>
}

beforeEach(async () => {
  seen = []
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  window.history.replaceState(null, '', '/promoter/orders?status=paid&page=2#row')
  document.body.innerHTML = '<main></main>'
  root = createRoot(document.body)
  await act(async () =>
    root.render(
      <>
        <List onSeen={keep} />
        <Other />
      </>,
    ),
  )
})
afterEach(() => {
  act(() => root.unmount())
  window.history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

const address = (): string => window.location.search + window.location.hash

it('reads its own parameters and keeps others', async () => {
  expect(read()).toEqual({ status: 'paid' })
  await act(async () => narrow({ status: '', q: 'Ada' }))
  expect(address()).toBe('?page=2&q=Ada#row')
  expect(read()).toEqual({ q: 'Ada' })
})

it('updates all readers on the page', async () => {
  await act(async () => narrow({ status: 'refunded' }))
  expect(document.querySelector('output')?.textContent).toBe('refunded')
})

it('adds a history entry for selections, not for typing', async () => {
  const before = window.history.length
  for (const q of ['A', 'Ad', 'Ada']) await act(async () => narrow({ q }, 'typed'))
  expect(window.history.length).toBe(before)
  await act(async () => narrow({ status: 'cancelled' }))
  expect(window.history.length).toBe(before + 1)
})

it('keeps the identity of unchanged filters', async () => {
  const before = read()
  const count = seen.length
  await act(async () => root.render(<List onSeen={(filters) => keep(filters)} />))
  expect(seen.length).toBeGreaterThan(count)
  expect(read()).toBe(before)
})
