import { computed } from 'nanostores'
import * as z from 'zod/mini'
import { sessionStore } from '#browser/platform/persistent-store.ts'

/**
 * Entered values by field, for example 'customer.email', 'answers.q1' or 'attendees.{ticketTypeId}.{seat}.firstName'. Never contains card
 * data.
 */
export type Draft = Readonly<Record<string, string>>

export const EMPTY_DRAFT: Draft = {}

const storedDraft = z.record(z.string(), z.string())

const $stored = sessionStore<Draft>('checkoutDraft', (stored) => z.safeParse(storedDraft, stored).data)

/** Saved in session storage on every input, so that it survives reloads, navigation and declined cards. */
export const $draft = computed($stored, (draft): Draft => draft ?? EMPTY_DRAFT)

export const writeField = (field: string, value: string): void =>
  $stored.set({ ...$draft.get(), [field]: value })

/** Deletes everything except the buyer's contact data, which the next order can use. Called after a purchase. */
export const keepOnlyContact = (): void =>
  $stored.set(
    Object.fromEntries(Object.entries($draft.get()).filter(([field]) => field.startsWith('customer.'))),
  )
