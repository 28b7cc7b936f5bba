import type { EventFields } from '#model/catalog/event-drafts.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { AUTOSAVE_SAVED } from '#stores/console/events/event-saving.ts'
import { $saving, keepOwnVersion, useOtherVersion } from '#stores/console/events/event.ts'
import { BothVersions } from '#islands/console/editing/BothVersions.tsx'
import { versionDifferences, type VersionFields } from '#islands/console/editing/differences.ts'
import { formatLineUp, formatImages, formatReturns } from './format-event.ts'

const PLACE = 'event-conflict'

/** Both versions in a conflict with another person's changes, one of which the user chooses. */
export function EventConflict({ fields }: { fields: EventFields }) {
  const saving = useStore($saving, AUTOSAVE_SAVED)
  if (saving.state !== 'conflict') return null
  return (
    <BothVersions
      id={PLACE}
      differences={versionDifferences(formatFields(fields), formatFields(saving.theirs.fields))}
      onChoose={(choice) => {
        if (choice === 'mine') void keepOwnVersion()
        else useOtherVersion()
      }}
    />
  )
}

/** Link to the notice of a conflict, shown while the notice is out of view. Nothing is saved until the conflict is resolved. */
export function ConflictBar() {
  if (useStore($saving, AUTOSAVE_SAVED).state !== 'conflict') return null
  return (
    <div className="save-bar">
      <div className="save-bar-actions">
        <p>Not saved: someone else edited this event</p>
        <a className="button button-quiet" href={`#${PLACE}`}>
          Compare and choose
        </a>
      </div>
    </div>
  )
}

const FIELD_NAMES: readonly (readonly [keyof EventFields, string])[] = [
  ['title', 'Title'],
  ['summary', 'Summary'],
  ['startsAt', 'Begins'],
  ['endsAt', 'Ends'],
  ['doorsAt', 'Doors'],
  ['timeZone', 'Time zone'],
  ['venue', 'Venue'],
  ['description', 'Description'],
  ['ageNote', 'Age restriction'],
  ['currency', 'Currency'],
  ['attendeeNames', 'Names of attendees'],
  ['questions', 'Questions'],
  ['delivery', 'Delivery'],
  ['feesPaidBy', 'Fees paid by'],
  ['returns', 'Returns'],
  ['holdsNeedAccount', 'Verified account while demand is high'],
  ['ticketTransfers', 'Passing tickets on'],
  ['transferCutoffHours', 'Hours before the event'],
  ['codeMode', 'Ticket codes'],
  ['codeRevealHours', 'Codes appear (hours before doors open)'],
  ['visibility', 'Who sees it'],
  ['accessCode', 'Code'],
  ['cover', 'Cover'],
  ['poster', 'Poster'],
  ['gallery', 'Images'],
  ['videoUrl', 'Video'],
  ['lineUp', 'Line-up'],
  ['category', 'Category'],
  ['tags', 'Tags'],
]

const formatFields = (fields: EventFields): VersionFields =>
  FIELD_NAMES.map(([key, name]) => [name, formatField(fields, key)])

function formatField(fields: EventFields, key: keyof EventFields): string {
  if (key === 'lineUp') return formatLineUp(fields)
  if (key === 'poster') return formatImages(fields.poster ? [fields.poster] : [])
  if (key === 'gallery') return formatImages(fields.gallery)
  if (key === 'returns') return formatReturns(fields)
  return textOf(fields[key], key.endsWith('At'))
}

/** Returns all texts in a value, in order. */
function textOf(value: unknown, isMoment: boolean): string {
  if (typeof value === 'string') return isMoment ? value.replace('T', ' ') : value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value)
    .map((each) => textOf(each, isMoment))
    .filter(Boolean)
    .join(', ')
}
