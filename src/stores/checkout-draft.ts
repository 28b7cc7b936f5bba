import { atom, onMount } from 'nanostores'
import * as z from 'zod/mini'
import { readStored, SESSION_KEYS, writeStored } from '#browser/storage.ts'

/** What was typed, by field: 'customer.email', 'answers.q1', 'attendees.{ticketTypeId}.{seat}.firstName'. Never the card. */
export type Draft = Readonly<Record<string, string>>

export const EMPTY_DRAFT: Draft = {}

const storedDraft = z.record(z.string(), z.string())

/** Outlives reload, back and a declined card: kept in session storage with every keystroke. */
export const $draft = atom<Draft>(EMPTY_DRAFT)

onMount($draft, () => {
  const stored = z.safeParse(storedDraft, readStored('sessionStorage', SESSION_KEYS.checkoutDraft))
  if (stored.success) $draft.set(stored.data)
})

export const writeField = (field: string, value: string): void => write({ ...$draft.get(), [field]: value })

/** After a purchase: who buys stays, what was bought and agreed to goes. */
export const keepContact = (): void =>
  write(Object.fromEntries(Object.entries($draft.get()).filter(([field]) => field.startsWith('customer.'))))

function write(draft: Draft): void {
  $draft.set(draft)
  writeStored('sessionStorage', SESSION_KEYS.checkoutDraft, draft)
}
