import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LineUpSection } from '#islands/console/events/sections/LineUpSection.tsx'
import { formatLineUp } from '#islands/console/events/format-event.ts'
import { useStore } from '#islands/platform/use-store.ts'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import { $eventFields } from '#stores/console/events/event.ts'
import { EVENT_FIELDS, showFields } from './event-fields.ts'

const named = (name: string) => ({ name, day: 0, time: null, link: '' })
const FIELDS: EventFields = { ...EVENT_FIELDS, lineUp: ['A', 'B', 'C'].map(named) }

const Shown = () => <LineUpSection fields={useStore($eventFields, FIELDS) ?? FIELDS} />

let root: Root
let container: HTMLElement

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  showFields(FIELDS)
  container = document.createElement('div')
  document.body.append(container)
  root = createRoot(container)
  await act(async () => root.render(<Shown />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  container.remove()
  vi.unstubAllGlobals()
})

const press = (name: string): Promise<void> =>
  act(async () => {
    const button = [...container.querySelectorAll('button')].find(
      (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
    )
    if (!button) throw new Error(`There is no ${name}`)
    button.focus()
    button.click()
  })

const names = () => $eventFields.get()?.lineUp.map(({ name }) => name)
const days = () => [...container.querySelectorAll('select')].map(({ options }) => options.length)

it('moves a performer together with the focus', async () => {
  await press('Move act 3 up')
  expect(names()).toEqual(['A', 'C', 'B'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move act 2 up')
  await press('Move act 1 down')
  expect(names()).toEqual(['C', 'A', 'B'])
})

it('removes a performer, and focuses the name of a new one', async () => {
  await press('Remove act 2')
  await press('Add an act')
  expect(names()).toEqual(['A', 'C', ''])
  expect(document.activeElement?.id).toBe('event-lineUp-2-name')
})

it('asks for the day only for several days or an invalid one', async () => {
  expect(days()).toEqual([])
  await act(async () => showFields({ ...FIELDS, endsAt: '2026-12-26T23:00' }))
  expect(days()).toEqual([3, 3, 3])
  await act(async () => showFields({ ...FIELDS, lineUp: [{ ...named('A'), day: 2 }] }))
  expect(days()).toEqual([2])
})

it('adds at most fifty', async () => {
  await act(async () => showFields({ ...FIELDS, lineUp: Array.from({ length: 50 }, () => named('A')) }))
  await expect(press('Add an act')).rejects.toThrow('There is no Add an act')
})

it('is formatted in one line in a comparison', () => {
  const lineUp = [
    { name: 'Mira', day: 0, time: '21:00', link: 'https://mira.example' },
    { name: 'Sol', day: 1, time: null, link: '' },
  ]
  expect(formatLineUp({ ...FIELDS, lineUp: lineUp.slice(0, 1) })).toBe('21:00 Mira (https://mira.example)')
  expect(formatLineUp({ ...FIELDS, lineUp, endsAt: '2026-12-25T23:00' })).toMatch(
    /^Thu,? 24 Dec, 21:00 Mira \(https:\/\/mira\.example\); Fri,? 25 Dec, Sol$/,
  )
})
