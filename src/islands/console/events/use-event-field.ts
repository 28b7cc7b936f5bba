import { useEffect, useState } from 'react'
import { useStore } from '#islands/platform/use-store.ts'
import { $fieldErrors } from '#stores/console/events/event.ts'
import type { FieldErrors } from '#stores/console/site/branding-errors.ts'

const NO_ERRORS: FieldErrors = {}

/** Element id of a field of the event, to which error and checklist links lead. */
export const eventFieldId = (path: string): string => `event-${path.replaceAll('.', '-')}`

/** Returns a function that gives the element id and the error of a field. */
export function useEventField(): (path: string) => { id: string; error: string | undefined } {
  const errors = useStore($fieldErrors, NO_ERRORS)
  return (path) => ({ id: eventFieldId(path), error: errors[path] })
}

/** Returns a function that focuses a field by its path. The field may still have to be rendered, for example after an item was added. */
export function useFocusField(): (path: string) => void {
  const [wanted, want] = useState<{ path: string }>()
  useEffect(() => {
    if (wanted) document.getElementById(eventFieldId(wanted.path))?.focus()
  }, [wanted])
  return (path) => want({ path })
}
