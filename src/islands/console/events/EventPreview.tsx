import { useEffect, useMemo, useState } from 'react'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { eventFieldsInput, type EventFields } from '#model/catalog/event-drafts.ts'
import { areTimesValid } from '#model/catalog/event-times.ts'
import { FramePreview } from '#islands/console/FramePreview.tsx'

const PAUSE_MS = 300

/** Preview of the event page. The server renders it with the unsaved values. */
export function EventPreview(props: { event: ConsoleEvent; fields: EventFields; promoterId: string }) {
  const { event, fields, promoterId } = props
  const settled = useSettled(fields)
  const isValid = useMemo(() => isPreviewable(settled), [settled])
  const [shown, show] = useState(isValid ? fields : event.fields)
  if (isValid && shown !== settled) show(settled)
  return (
    <FramePreview
      url={consoleUrls.eventPreview()}
      // The status isn't read by the server, but it reloads the preview: a cancelled event sells nothing.
      fields={{
        event: event.id,
        fields: JSON.stringify(shown),
        promoter: promoterId,
        status: event.status,
      }}
      title="The event’s page"
      isWaiting={settled !== fields}
      note={isValid ? noteOf(event) : 'Correct the marked fields to update the preview.'}
    />
  )
}

/** Returns true for fields that the server renders. A refusal couldn’t be shown in the frame. */
function isPreviewable(fields: EventFields): boolean {
  const parsed = eventFieldsInput.safeParse(fields)
  return parsed.success && areTimesValid(parsed.data)
}

function noteOf({ status, hasChanges }: ConsoleEvent): string {
  if (status === 'cancelled') return 'The event’s page as visitors see it.'
  if (status === 'draft') return 'The event’s page. Visitors see none of this until you publish.'
  return hasChanges
    ? 'The event’s page with your changes. Visitors see them once you publish.'
    : 'The event’s page as visitors see it.'
}

/** Returns the value once it hasn't changed for a moment, so that typing doesn't reload the preview. */
function useSettled<Value>(value: Value): Value {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const pause = setTimeout(() => settle(value), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [value])
  return settled
}
