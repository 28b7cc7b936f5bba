import type { ClientDirective } from 'astro'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import settled from '#elements/platform/settled.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let island: HTMLElement
let log: string[]
let idle: (() => void)[]

beforeEach(() => {
  log = []
  idle = []
  island = document.createElement('div')
  island.innerHTML = '<button>Buy</button>'
  document.body.append(island)
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
})
afterEach(() => {
  island.remove()
  vi.unstubAllGlobals()
})

/** Stands for the island's code, which listens for clicks once hydrated. */
const load: Parameters<ClientDirective>[0] = async () => {
  log.push('loaded')
  return async () => {
    island.querySelector('button')?.addEventListener('click', () => log.push('click'))
    log.push('hydrated')
  }
}

const start = (name: string): void => {
  settled(load, { name, value: '' }, island)
}

it('waits until the page is idle', async () => {
  start('CartPage')
  expect(log).toEqual([])
  for (const run of idle) run()
  await waitFor(() => expect(log).toEqual(['loaded', 'hydrated']))
})

it('hydrates on the first interaction and repeats an early click', async () => {
  start('CartPage')
  island.querySelector('button')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  island.querySelector('button')?.click()
  await waitFor(() => expect(log).toEqual(['loaded', 'hydrated', 'click']))
  for (const run of idle) run()
  expect(log).toHaveLength(3)
})
