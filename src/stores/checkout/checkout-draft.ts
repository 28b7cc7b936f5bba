import { computed } from 'nanostores'
import * as z from 'zod/mini'
import { sessionStore } from '#browser/platform/persistent-store.ts'

/**
 * Entered values by field, for example 'customer.email', 'answers.q1' or 'attendees.{ticketTypeId}.{seat}.firstName'. Never contains card
 * data.
 */
export type CheckoutDraft = Readonly<Record<string, string>>

export const EMPTY_CHECKOUT_DRAFT: CheckoutDraft = {}

const storedDraft = z.record(z.string(), z.string())

const $stored = sessionStore<CheckoutDraft>(
  'checkoutDraft',
  (stored) => z.safeParse(storedDraft, stored).data,
)

/** Saved in session storage on every input, so that it survives reloads, navigation and declined cards. */
export const $checkoutDraft = computed($stored, (draft): CheckoutDraft => draft ?? EMPTY_CHECKOUT_DRAFT)

export const writeDraftField = (field: string, value: string): void =>
  $stored.set({ ...$checkoutDraft.get(), [field]: value })

/** Deletes everything except the buyer's contact data, which the next order can use. Called after a purchase. */
export const deleteDraftExceptContact = (): void =>
  $stored.set(
    Object.fromEntries(
      Object.entries($checkoutDraft.get()).filter(([field]) => field.startsWith('customer.')),
    ),
  )
