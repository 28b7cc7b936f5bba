import type { ClientDirective } from 'astro'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TOAST_EVENT } from '#browser/toast-event.ts'
import settled from '#elements/settled.ts'

let island: HTMLElement
let log: string[]
let idle: (() => void)[]
let page: AbortController

beforeEach(() => {
  log = []
  idle = []
  page = new AbortController()
  island = document.createElement('div')
  island.innerHTML = '<button>Buy</button>'
  document.body.append(island)
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
})
afterEach(() => {
  island.remove()
  page.abort()
  vi.unstubAllGlobals()
})

/** The island's code: listens for toasts as soon as it is loaded, and for clicks once it is hydrated. */
const load: Parameters<ClientDirective>[0] = async () => {
  log.push('loaded')
  window.addEventListener(TOAST_EVENT, () => log.push('toast'), { signal: page.signal })
  return async () => {
    island.querySelector('button')?.addEventListener('click', () => log.push('click'))
    log.push('hydrated')
  }
}

const start = (name: string): void => {
  settled(load, { name, value: '' }, island)
}

it('waits for the page to be idle', async () => {
  start('CartPage')
  expect(log).toEqual([])
  for (const run of idle) run()
  await vi.waitFor(() => expect(log).toEqual(['loaded', 'hydrated']))
})

it('hydrates on the first intent, and makes the click again that came too early', async () => {
  start('CartPage')
  island.querySelector('button')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  island.querySelector('button')?.click()
  await vi.waitFor(() => expect(log).toEqual(['loaded', 'hydrated', 'click']))
  for (const run of idle) run()
  expect(log).toHaveLength(3)
})

it('hydrates on the event it waits for, which is not lost', async () => {
  start('Toaster')
  window.dispatchEvent(new CustomEvent(TOAST_EVENT, { detail: { title: 'Hello' } }))
  await vi.waitFor(() => expect(log).toEqual(['loaded', 'toast', 'hydrated']))
})

it('sleeps through events of others', () => {
  start('CartDrawer')
  window.dispatchEvent(new CustomEvent(TOAST_EVENT))
  expect(log).toEqual([])
})
