import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

const parseText = (stored: unknown): string | undefined => (typeof stored === 'string' ? stored : undefined)

async function openPage() {
  vi.resetModules()
  const page = await import('#browser/platform/persistent-store.ts')
  return { ...page, $store: page.persistentStore('fruit', parseText) }
}

const forbid = (): void =>
  void vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Denied', 'SecurityError')
  })

function fill(): void {
  const real = window.localStorage
  const full = Object.assign(Object.create(null), {
    getItem: (key: string) => real.getItem(key),
    removeItem: (key: string) => real.removeItem(key),
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError')
    },
  })
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue(full)
}

it('stores a value as JSON; undefined removes the entry', async () => {
  const { $store } = await openPage()
  $store.set('pear')
  expect(localStorage.getItem('fruit')).toBe('"pear"')
  expect((await openPage()).$store.get()).toBe('pear')
  $store.set(undefined)
  expect(localStorage.getItem('fruit')).toBeNull()
})

it.each(['7', '{not json', 'null'])('reads nothing from %s', async (text) => {
  localStorage.setItem('fruit', text)
  expect((await openPage()).$store.get()).toBeUndefined()
})

it('stores session entries in session storage', async () => {
  const { sessionStore } = await openPage()
  const $store = sessionStore('basket', parseText)
  $store.set('pear')
  expect([sessionStorage.getItem('basket'), localStorage.length]).toEqual(['"pear"', 0])
  sessionStorage.clear()
  window.dispatchEvent(new Event('pageshow'))
  expect($store.get()).toBeUndefined()
})

it.each([
  ['forbidden', forbid],
  ['full', fill],
])('keeps the value for this page when storage is %s', async (_, breakStorage) => {
  vi.useFakeTimers()
  breakStorage()
  const { $store, isStored } = await openPage()
  $store.set('pear')
  expect($store.get()).toBe('pear')
  // A store without listeners is unmounted after a second, and reads its entry again when mounted.
  vi.advanceTimersByTime(2000)
  expect($store.get()).toBe('pear')
  window.dispatchEvent(new Event('pageshow'))
  expect([$store.get(), isStored('fruit')]).toEqual(['pear', false])
  vi.restoreAllMocks()
  vi.useRealTimers()
  $store.set('plum')
  expect([localStorage.getItem('fruit'), isStored('fruit')]).toEqual(['"plum"', true])
})

it('applies writes, removals and clears of another tab', async () => {
  const { $store } = await openPage()
  const stop = $store.listen(() => undefined)
  localStorage.setItem('fruit', '"pear"')
  window.dispatchEvent(new StorageEvent('storage', { key: 'fruit', newValue: '"pear"' }))
  expect($store.get()).toBe('pear')
  localStorage.setItem('other', '1')
  window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: '1' }))
  expect($store.get()).toBe('pear')
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect($store.get()).toBeUndefined()
  stop()
})

it('another tab’s write replaces a value that could not be saved', async () => {
  const { $store } = await openPage()
  const stop = $store.listen(() => undefined)
  fill()
  $store.set('pear')
  vi.restoreAllMocks()
  localStorage.setItem('fruit', '"plum"')
  window.dispatchEvent(new StorageEvent('storage', { key: 'fruit', newValue: '"plum"' }))
  expect($store.get()).toBe('plum')
  stop()
})

it('reads its entry again when the page is restored from the back/forward cache', async () => {
  const { $store } = await openPage()
  const stop = $store.listen(() => undefined)
  localStorage.setItem('fruit', '"pear"')
  window.dispatchEvent(new Event('pageshow'))
  expect($store.get()).toBe('pear')
  stop()
})

it('an unchanged entry keeps the value’s identity', async () => {
  vi.resetModules()
  const { persistentStore, rereadStorage } = await import('#browser/platform/persistent-store.ts')
  const $basket = persistentStore('basket', (stored) => (Array.isArray(stored) ? stored : undefined))
  $basket.set(['pear'])
  const kept = $basket.get()
  rereadStorage()
  window.dispatchEvent(new Event('pageshow'))
  window.dispatchEvent(new StorageEvent('storage', { key: 'basket', newValue: '["pear"]' }))
  expect($basket.get()).toBe(kept)
})

it('reads another tab’s write at once on request', async () => {
  const { $store, rereadStorage } = await openPage()
  const stop = $store.listen(() => undefined)
  localStorage.setItem('fruit', '"pear"')
  expect($store.get()).toBeUndefined()
  rereadStorage()
  expect($store.get()).toBe('pear')
  stop()
})
