import type { EventFields } from '#model/event-drafts.ts'
import { useStore } from '#islands/use-store.ts'
import { $saving, keepMine, SAVED, takeTheirs } from '#stores/console/event.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Somebody else has saved the event meanwhile: both versions, and whose counts. */
export function ConflictNotice({ fields }: { fields: EventFields }) {
  const saving = useStore($saving, SAVED)
  if (saving.state !== 'conflict') return null
  const theirs = saving.theirs.fields
  const differing = FIELD_NAMES.filter(([key]) => shown(fields[key]) !== shown(theirs[key]))
  return (
    <Notice tone="warning" title="Somebody else has changed this event meanwhile" urgent>
      <p>
        Nothing was overwritten. {differing.length === 0 && 'What you wrote is the same. '}Choose which
        version counts.
      </p>
      <table className="desk-table conflict-table">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(([key, name]) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td dir="auto">{shown(fields[key])}</td>
              <td dir="auto">{shown(theirs[key])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="notice-actions">
        <Button onClick={() => void keepMine()}>Keep mine</Button>
        <Button look="quiet" onClick={takeTheirs}>
          Take theirs
        </Button>
      </div>
    </Notice>
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
  ['ageNote', 'Age'],
  ['currency', 'Currency'],
  ['attendeeNames', 'Names of attendees'],
  ['questions', 'Questions'],
  ['delivery', 'Delivery'],
  ['visibility', 'Who sees it'],
  ['accessCode', 'Code'],
  ['cover', 'Cover'],
]

const LONGEST = 160

function shown(value: unknown): string {
  if (value === null || value === '') return '–'
  const text = typeof value === 'string' ? value.replace('T', ' ') : textOf(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || '–'
}

/** Every text in it, in its order. */
function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(textOf).filter(Boolean).join(', ')
}
