// @vitest-environment node
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { ISLANDS, loadIsland } from './all-islands.tsx'

// One test for all islands, because importing them loads most of the browser's code.
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('rendering on a server mounts no store: no request, timer or storage access', async () => {
  const islands = await Promise.all(ISLANDS.map((name) => loadIsland[name]()))
  const touched = vi.fn<(what: string) => void>()
  vi.stubGlobal('fetch', () => touched('fetch'))
  // Without window and document, a store that uses them throws.
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: () => touched('storage') })
  const timers = ['setInterval', 'setTimeout'] as const
  for (const name of timers) vi.spyOn(globalThis, name).mockImplementation(() => touched(name) as never)
  const pages = islands.map((island) => renderToString(createElement(island)))
  expect(pages.filter((html) => html.includes('skeleton')).length).toBeGreaterThan(3)
  expect(touched.mock.calls).toEqual([])
})
