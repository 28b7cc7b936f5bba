import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import { DeliverySection } from '#islands/console/events/sections/DeliverySection.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { $eventFields } from '#stores/console/events/event.ts'
import { EVENT_FIELDS, showFields } from './event-fields.ts'

const FIELDS: EventFields = { ...EVENT_FIELDS, delivery: [{ method: 'post', price: 4.5 }] }

const Shown = () => <DeliverySection fields={useStore($eventFields, FIELDS) ?? FIELDS} />

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

const field = (): HTMLInputElement => {
  const found = container.querySelector<HTMLInputElement>('input[inputmode=decimal]')
  if (!found) throw new Error('There is no price')
  return found
}

/** Sets the value past React's property, so that React detects the input like that of a keyboard. */
async function type(text: string): Promise<void> {
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  await act(async () => {
    property?.set?.call(field(), text)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
}

const price = () => $eventFields.get()?.delivery[0]?.price

it('shows typed text and writes the parsed price', async () => {
  await type('6,')
  expect([field().value, price()]).toEqual(['6,', Number.NaN])
  await type('6,50')
  expect([field().value, price()]).toEqual(['6,50', 6.5])
})

it('shows a price that changed elsewhere', async () => {
  await type('6,50')
  await act(async () => showFields({ ...FIELDS, delivery: [{ method: 'post', price: 9 }] }))
  expect(field().value).toBe('9')
})

it('writes no price for invalid text, so that it isn’t reported as saved', async () => {
  await type('six')
  expect([field().value, price()]).toEqual(['six', Number.NaN])
  expect(container.textContent).toContain('Enter an amount like 1250.50')
  await act(async () => showFields(FIELDS))
  expect(field().value).toBe('4.5')
})
