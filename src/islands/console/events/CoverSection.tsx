import { useId, useState, type ChangeEvent } from 'react'
import type { EventFields } from '#model/event-drafts.ts'
import { writeFields } from '#stores/console/event.ts'
import { sendCover } from '#stores/console/event-moves.ts'
import { Button } from '#ui/Button.tsx'
import { FormSection } from './FormSection.tsx'
import { FocusPicker } from './FocusPicker.tsx'
import { eventFieldId } from './use-event-field.ts'

const TYPES = 'image/jpeg,image/png,image/webp,image/avif'
const MAX_BYTES = 12 * 1024 * 1024

export function CoverSection({ fields }: { fields: EventFields }) {
  const { cover } = fields
  const noteId = useId()
  const { refusal, isBusy, choose } = useCover()
  const shown = cover.sources.find(({ width }) => width >= 1000) ?? cover.sources.at(-1)
  return (
    <FormSection title="Cover">
      {shown && <FocusPicker url={shown.url} cover={cover} />}
      <div className="picture-actions">
        <input
          id={eventFieldId('cover')}
          className="visually-hidden-input"
          type="file"
          accept={TYPES}
          disabled={isBusy}
          aria-describedby={noteId}
          onChange={(event) => void choose(event)}
        />
        <label className="button button-quiet" htmlFor={eventFieldId('cover')}>
          {shown ? 'Change' : 'Upload'}
          <span className="visually-hidden"> cover</span>
        </label>
        {shown && (
          <Button
            look="link"
            aria-label="Remove cover"
            onClick={() => writeFields({ cover: { ...cover, sources: [] } })}
          >
            Remove
          </Button>
        )}
      </div>
      <p className={refusal ? 'field-error' : 'field-hint'} id={noteId} aria-live="polite">
        {refusal ||
          (isBusy
            ? 'One moment…'
            : 'At least 1600 pixels wide is best. JPEG, PNG, WebP or AVIF, up to 12 MB. Without one there is artwork in your colours.')}
      </p>
    </FormSection>
  )
}

function useCover() {
  const [refusal, refuse] = useState('')
  const [isBusy, setBusy] = useState(false)
  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const input = event.currentTarget
    const file = input.files?.[0]
    if (!file || isBusy) return
    if (file.size > MAX_BYTES) {
      input.value = ''
      return refuse('This picture is larger than 12 MB. Choose a smaller one.')
    }
    refuse('')
    setBusy(true)
    const answer = await sendCover(file)
    setBusy(false)
    // Choosing the same file again shall be a choice, too.
    input.value = ''
    if (answer.success) writeFields({ cover: { sources: answer.data.sources, focusX: 50, focusY: 50 } })
    else refuse(answer.error.message)
  }
  return { refusal, isBusy, choose }
}
