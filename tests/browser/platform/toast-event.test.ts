import { expect, it } from 'vitest'
import { showToast } from '#browser/platform/toast-event.ts'

it('§2: a toast is the event app:toast with type, message, title and duration', () => {
  const details: unknown[] = []
  const listen = (event: Event): void => void details.push(event instanceof CustomEvent && event.detail)
  window.addEventListener('app:toast', listen)
  const toast = { type: 'destructive', message: 'Try again.', title: 'Not saved', duration: 800 } as const
  showToast(toast)
  window.removeEventListener('app:toast', listen)
  expect(details).toEqual([toast])
})
