import type { ChangeEvent } from 'react'
import { $checkout, INITIAL_CHECKOUT } from '#stores/checkout/checkout.ts'
import { $checkoutDraft, EMPTY_CHECKOUT_DRAFT, writeDraftField } from '#stores/checkout/checkout-draft.ts'
import { useStore } from '#islands/platform/use-store.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Element id of a field of the draft, to which the error summary links. */
export const fieldId = (field: string): string => `field-${field.replaceAll(/[^\w-]/g, '-')}`

export function useField(field: string) {
  const draft = useStore($checkoutDraft, EMPTY_CHECKOUT_DRAFT)
  const { errors } = useStore($checkout, INITIAL_CHECKOUT)
  return {
    id: fieldId(field),
    name: field,
    value: draft[field] ?? '',
    error: errors[field],
    onChange: (event: ChangeEvent<Control>) => writeDraftField(field, event.target.value),
  }
}
