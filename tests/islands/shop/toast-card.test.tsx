import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showToast } from '#browser/platform/toast-event.ts'
import { Toaster } from '#islands/shop/Toaster.tsx'
import { dismissToast } from '#stores/platform/toasts.ts'
import { screen } from '#tests/support/screen.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
})
afterEach(() => {
  cleanup()
  dismissToast()
  vi.useRealTimers()
})

const show = (type: 'success' | 'destructive' = 'success'): HTMLElement => {
  act(() => showToast({ type, title: 'Saved', message: 'All is well.' }))
  const toast = screen.getByText('Saved').closest<HTMLElement>('.toast')
  if (!toast) throw new Error('There is no toast.')
  return toast
}
const pass = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds))
const isShown = (): boolean => screen.queryByText('Saved') !== null

it('live regions exist before any message', () => {
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.getByRole('alert').textContent).toBe('')
})

it('errors interrupt, other messages wait', () => {
  show()
  expect(screen.getByRole('status').textContent).toContain('All is well.')
  show('destructive')
  expect(screen.getByRole('alert').textContent).toContain('All is well.')
  expect(screen.getByRole('status').textContent).toBe('')
})

it('goes by itself, but not under the pointer or with the keyboard in it', () => {
  const toast = show()
  fireEvent.pointerEnter(toast)
  pass(60_000)
  fireEvent.focus(screen.getByRole('button', { name: 'Dismiss this message' }))
  fireEvent.pointerLeave(toast)
  pass(60_000)
  expect(isShown()).toBe(true)
  fireEvent.blur(screen.getByRole('button', { name: 'Dismiss this message' }))
  pass(5000)
  expect(isShown()).toBe(false)
})

it.each([
  ['§9 a swipe of 50 px dismisses', 50, false],
  ['to the other side, too', -50, false],
  ['49 px do not', 49, true],
])('%s', (_, distance, stays) => {
  const toast = show()
  fireEvent.pointerDown(toast, { clientX: 100 })
  fireEvent.pointerMove(toast, { clientX: 100 + distance })
  fireEvent.pointerUp(toast, { clientX: 100 + distance })
  expect(isShown()).toBe(stays)
})

it('the button or Escape dismisses it by keyboard', () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss this message' }))
  expect(isShown()).toBe(false)
  fireEvent.keyDown(show(), { key: 'Escape' })
  expect(isShown()).toBe(false)
})
