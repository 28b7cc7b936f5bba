import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showToast } from '#browser/platform/toast-event.ts'
import { TOAST_EVENT } from '#browser/platform/toast-event-name.ts'
import { $toast, dismissToast, listenForToasts, pauseToast, resumeToast } from '#stores/platform/toasts.ts'

listenForToasts()
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  dismissToast()
  vi.useRealTimers()
})

const hello = { type: 'success', title: 'Hello', message: 'World' } as const

it('§9 shows a toast for 5000 ms unless it says otherwise', () => {
  showToast(hello)
  vi.advanceTimersByTime(4999)
  expect($toast.get()).toMatchObject({ ...hello, duration: 5000 })
  vi.advanceTimersByTime(1)
  expect($toast.get()).toBeUndefined()
  showToast({ ...hello, duration: 800 })
  vi.advanceTimersByTime(800)
  expect($toast.get()).toBeUndefined()
})

it('one at a time: the next takes the place, with its own time', () => {
  showToast(hello)
  vi.advanceTimersByTime(4000)
  showToast({ ...hello, title: 'Second' })
  vi.advanceTimersByTime(4000)
  expect($toast.get()?.title).toBe('Second')
})

it('is kept while any reason to pause holds, and continues with the remaining time', () => {
  showToast(hello)
  vi.advanceTimersByTime(3000)
  pauseToast('hover')
  pauseToast('focus')
  vi.advanceTimersByTime(60_000)
  resumeToast('hover')
  vi.advanceTimersByTime(60_000)
  expect($toast.get()).toBeDefined()
  resumeToast('focus')
  vi.advanceTimersByTime(1999)
  expect($toast.get()).toBeDefined()
  vi.advanceTimersByTime(1)
  expect($toast.get()).toBeUndefined()
})

it('a repeated event counts once', () => {
  const event = new CustomEvent(TOAST_EVENT, { detail: hello })
  window.dispatchEvent(event)
  const first = $toast.get()?.id
  window.dispatchEvent(event)
  expect($toast.get()?.id).toBe(first)
})

it.each([undefined, 7, {}, { title: 4 }])('ignores other events: %o', (detail) => {
  window.dispatchEvent(new CustomEvent(TOAST_EVENT, { detail }))
  expect($toast.get()).toBeUndefined()
})

it('shows an unknown type as a plain toast', () => {
  window.dispatchEvent(new CustomEvent(TOAST_EVENT, { detail: { type: 'loud', message: 'Hi' } }))
  expect($toast.get()).toMatchObject({ type: 'default', title: '', message: 'Hi' })
})

it('§2: shows what any script dispatches as app:toast', () => {
  const detail = { type: 'warning', message: 'Five minutes left.', title: 'Your cart', duration: 1200 }
  window.dispatchEvent(new CustomEvent('app:toast', { detail }))
  expect($toast.get()).toMatchObject(detail)
  vi.advanceTimersByTime(1200)
  expect($toast.get()).toBeUndefined()
})
