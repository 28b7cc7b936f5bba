import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ReturnsSection } from '#islands/console/events/after-sale/ReturnsSection.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { $eventFields } from '#stores/console/events/event.ts'
import { EVENT_FIELDS, showFields } from '../sections/event-fields.ts'

const Shown = () => <ReturnsSection fields={useStore($eventFields, EVENT_FIELDS) ?? EVENT_FIELDS} />

let root: Root
let container: HTMLElement

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  showFields(EVENT_FIELDS)
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

function labelled(text: string): HTMLInputElement {
  const label = [...container.querySelectorAll('label')].find((each) => each.textContent.startsWith(text))
  const input = label?.control
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no ${text}`)
  return input
}

/** Sets the value past React's property, so that React detects the input like that of a keyboard. */
async function type(label: string, text: string): Promise<void> {
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  await act(async () => {
    property?.set?.call(labelled(label), text)
    labelled(label).dispatchEvent(new Event('input', { bubbles: true }))
  })
}

const allow = () => act(async () => labelled('Buyers can return tickets').click())

it('writes a rule when returns are allowed, and none when they are not', async () => {
  expect(container.querySelectorAll('input')).toHaveLength(1)
  await allow()
  expect($eventFields.get()?.returns).toEqual({
    days: 7,
    feePercent: 0,
    feePerTicket: 0,
    returnsFees: true,
    refundAs: 'money',
    voucherInFull: false,
  })
  await allow()
  expect($eventFields.get()?.returns).toBeNull()
})

it('writes days and deductions as they are typed', async () => {
  await allow()
  await type('Days before the event', '14')
  await type('Deduction, in %', '12,5')
  await type('Deduction per ticket', '2.50')
  await act(async () => labelled('Refund the fees').click())
  expect($eventFields.get()?.returns).toEqual({
    days: 14,
    feePercent: 12.5,
    feePerTicket: 2.5,
    returnsFees: false,
    refundAs: 'money',
    voucherInFull: false,
  })
  await type('Days before the event', 'a week')
  expect($eventFields.get()?.returns?.days).toBeNaN()
})
