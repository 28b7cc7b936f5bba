import { useEffect, useMemo, useState } from 'react'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { sentFields, type EventFields } from '#model/catalog/event-drafts.ts'
import { FramePreview } from '#islands/console/FramePreview.tsx'

const PAUSE_MS = 300

/** Preview of the event page. The server renders it with the unsaved values. */
export function EventPreview(props: { event: ConsoleEvent; fields: EventFields; promoterId: string }) {
  const { event, fields, promoterId } = props
  const settled = useSettled(fields)
  const parsed = useMemo(() => sentFields.safeParse(settled), [settled])
  const [shown, show] = useState(parsed.success ? fields : event.fields)
  if (parsed.success && shown !== settled) show(settled)
  return (
    <FramePreview
      url={consoleUrls.eventPreview()}
      fields={{ event: event.id, fields: JSON.stringify(shown), promoter: promoterId }}
      title="The event’s page"
      isWaiting={settled !== fields}
      note={parsed.success ? noteOf(event) : 'Correct the marked fields to update the preview.'}
    />
  )
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
