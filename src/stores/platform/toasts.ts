import { atom } from 'nanostores'
import * as z from 'zod/mini'
import { now } from '#browser/platform/clock.ts'
import { TOAST_DURATION_MS, type Toast } from '#browser/platform/toast-event.ts'
import { TOAST_EVENT } from '#browser/platform/toast-event-name.ts'

export interface ShownToast extends Toast {
  duration: number
  id: number
}

/** The toast that is shown. Only one is shown at a time; the next one replaces it (specification §9). */
export const $toast = atom<ShownToast | undefined>(undefined)

/** Reason why a toast stays visible: it has the pointer or the focus, or the tab is hidden. */
export type ToastPause = 'hover' | 'focus' | 'hidden'

const pauses = new Set<ToastPause>()
let timer: ReturnType<typeof setTimeout> | undefined
let endsAt = 0
let remainingMs = 0
let lastId = 0

export function putToast(toast: Toast): void {
  clearTimeout(timer)
  pauses.delete('focus')
  pauses.delete('hover')
  remainingMs = toast.duration ?? TOAST_DURATION_MS
  $toast.set({ duration: remainingMs, ...toast, id: ++lastId })
  run()
}

export function dismissToast(): void {
  clearTimeout(timer)
  pauses.delete('focus')
  pauses.delete('hover')
  $toast.set(undefined)
}

export function pauseToast(pause: ToastPause): void {
  if (pauses.size === 0) {
    clearTimeout(timer)
    remainingMs = Math.max(0, endsAt - now())
  }
  pauses.add(pause)
}

export function resumeToast(pause: ToastPause): void {
  if (pauses.delete(pause) && pauses.size === 0 && $toast.get()) run()
}

function run(): void {
  if (pauses.size > 0) return
  endsAt = now() + remainingMs
  timer = setTimeout(dismissToast, remainingMs)
}

const heard = new WeakSet<Event>()

/**
 * Starts listening for toast events. Can be called repeatedly. An event that is dispatched twice, because the island
 * wasn't hydrated yet, shows one toast.
 */
export function listenForToasts(): void {
  if (typeof window !== 'undefined') window.addEventListener(TOAST_EVENT, hear)
}

function hear(event: Event): void {
  if (heard.has(event)) return
  heard.add(event)
  const toast = event instanceof CustomEvent ? readToast(event.detail) : undefined
  if (toast) putToast(toast)
}

/**
 * Parses the details of a toast event. Returns undefined for invalid details. A toast of an unknown type is shown
 * without a type.
 */
function readToast(detail: unknown): Toast | undefined {
  const parsed = z.safeParse(z.record(z.string(), z.unknown()), detail)
  if (!parsed.success) return undefined
  const { type, title, message, duration } = parsed.data
  const link = toastLink.safeParse(parsed.data['link'])
  if (typeof title !== 'string' && typeof message !== 'string') return undefined
  return {
    type: TYPES.find((known) => known === type) ?? 'default',
    title: typeof title === 'string' ? title : '',
    message: typeof message === 'string' ? message : '',
    ...(typeof duration === 'number' && duration > 0 ? { duration } : {}),
    ...(link.success ? { link: link.data } : {}),
  }
}

const toastLink = z.object({ href: z.string().check(z.regex(/^\/(?!\/)/)), label: z.string() })

const TYPES = ['default', 'success', 'warning', 'destructive'] as const
