import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useEventFilters } from '#islands/console/events/list/use-event-filters.ts'

type Filters = ReturnType<typeof useEventFilters>

let root: Root
let latest: Filters | undefined

function List({ onSeen }: { onSeen: (filters: Filters) => void }) {
  const filters = useEventFilters()
  useEffect(() => onSeen(filters))
  return null
}

async function open(search: string): Promise<void> {
  window.history.replaceState(null, '', `/promoter/events${search}`)
  await act(async () => root.render(<List onSeen={(filters) => void (latest = filters)} />))
}
const change = (...to: Parameters<Filters[1]>): Promise<void> => act(async () => latest?.[1](...to))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body)
})
afterEach(() => {
  act(() => root.unmount())
  window.history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

it.each([
  ['', 'upcoming', ''],
  ['?when=draft&q=Jazz', 'draft', 'Jazz'],
  ['?when=someday', 'upcoming', ''],
])('%s lists %s events', async (search, when, q) => {
  await open(search)
  expect(latest?.[0]).toEqual({ when, q })
})

it('omits the default from the URL, and adds one history entry per word', async () => {
  await open('?when=past')
  const before = window.history.length
  for (const q of ['J', 'Ja']) await change({ when: 'past', q }, 'typed')
  expect(window.history.length).toBe(before)
  expect(window.location.search).toBe('?when=past&q=Ja')
  await change({ when: 'upcoming', q: 'Ja' })
  expect(window.history.length).toBe(before + 1)
  expect(window.location.search).toBe('?q=Ja')
  expect(latest?.[0]).toEqual({ when: 'upcoming', q: 'Ja' })
})
