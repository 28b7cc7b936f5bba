import { useEffect, useState } from 'react'
import { useStore } from '#islands/platform/use-store.ts'
import { $fieldErrors } from '#stores/console/events/event.ts'
import type { FieldErrors } from '#stores/console/site/branding-errors.ts'

const NO_ERRORS: FieldErrors = {}

/** Element id of a field of the event: what is missing links to it. */
export const eventFieldId = (path: string): string => `event-${path.replaceAll('.', '-')}`

/** A field's id, and what is wrong with it. */
export function useEventField(): (path: string) => { id: string; error: string | undefined } {
  const errors = useStore($fieldErrors, NO_ERRORS)
  return (path) => ({ id: eventFieldId(path), error: errors[path] })
}

/** Focuses a field by its path once it is rendered, like that of an item that was just added. */
export function useFocusField(): (path: string) => void {
  const [wanted, want] = useState<{ path: string }>()
  useEffect(() => {
    if (wanted) document.getElementById(eventFieldId(wanted.path))?.focus()
  }, [wanted])
  return (path) => want({ path })
}
