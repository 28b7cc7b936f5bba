import { atom, onMount } from 'nanostores'
import * as z from 'zod/mini'
import { readStored, SESSION_KEYS, writeStored } from '#browser/storage.ts'

/** What was typed, by field: 'customer.email', 'answers.q1', 'attendees.{ticketTypeId}.{seat}.firstName'. Never the card. */
export type Draft = Readonly<Record<string, string>>

export const EMPTY_DRAFT: Draft = {}

const draft = z.record(z.string(), z.string())

/** Outlives reload, back and a declined card: kept in session storage with every keystroke. */
export const $draft = atom<Draft>(EMPTY_DRAFT)

onMount($draft, () => {
  const stored = z.safeParse(draft, readStored('sessionStorage', SESSION_KEYS.checkoutDraft))
  if (stored.success) $draft.set(stored.data)
})

export function writeField(field: string, value: string): void {
  $draft.set({ ...$draft.get(), [field]: value })
  writeStored('sessionStorage', SESSION_KEYS.checkoutDraft, $draft.get())
}
