import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

interface Props {
  /** What it is now, in words. */
  rows: readonly (readonly [label: string, value: string])[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Stands in the form that it is about: "Keep mine" sends it. */
export function ConflictNotice({ rows, onKeepMine, onTakeTheirs }: Props) {
  return (
    <Notice tone="warning" title="Somebody else has changed this meanwhile" urgent>
      <p>Yours is in the form, and nothing was overwritten. This is what it is now:</p>
      <dl className="team-facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value || '–'}</dd>
          </div>
        ))}
      </dl>
      <div className="notice-actions">
        <Button
          onClick={({ currentTarget: { form } }) => {
            onKeepMine()
            // A button that submits would be gone before it does.
            form?.requestSubmit()
          }}
        >
          Keep mine
        </Button>
        <Button look="quiet" onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </div>
    </Notice>
  )
}
