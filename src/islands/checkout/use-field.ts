import type { ChangeEvent } from 'react'
import { $checkout, READY } from '#stores/checkout/checkout.ts'
import { $draft, EMPTY_DRAFT, writeField } from '#stores/checkout/checkout-draft.ts'
import { useStore } from '#islands/platform/use-store.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Element id of a field of the draft, to which the error summary links. */
export const fieldId = (field: string): string => `field-${field.replaceAll(/[^\w-]/g, '-')}`

export function useField(field: string) {
  const draft = useStore($draft, EMPTY_DRAFT)
  const { errors } = useStore($checkout, READY)
  return {
    id: fieldId(field),
    name: field,
    value: draft[field] ?? '',
    error: errors[field],
    onChange: (event: ChangeEvent<Control>) => writeField(field, event.target.value),
  }
}
