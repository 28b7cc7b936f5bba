import { useId, useState, type ChangeEvent } from 'react'
import { readDataUrl } from '#browser/account/read-data-url.ts'
import type { Result } from '#model/platform/result.ts'
import { Button } from '#ui/Button.tsx'

const TYPES = 'image/jpeg,image/png,image/webp,image/avif'
const MAX_BYTES = 2 * 1024 * 1024

interface Props {
  kind: 'logo' | 'favicon'
  label: string
  hint: string
  url: string
  error: string | undefined
  id: string
  onUpload: (file: Blob) => Promise<Result<unknown>>
  onRemove: () => void
}

/** Shows the chosen image immediately. It becomes part of the draft when it is uploaded. */
export function ImageField({ kind, label, hint, url, error, id, onUpload, onRemove }: Props) {
  const noteId = useId()
  const { preview, refusal, isBusy, choose, remove } = useUpload({ onUpload, onRemove })
  const shown = preview || url
  const said = refusal || error
  return (
    <div className="picture-field" data-invalid={said ? true : undefined}>
      <p className="picture-label">{label}</p>
      <span className="picture-shown" data-kind={kind}>
        {shown ? <img src={shown} alt={`Current ${label.toLowerCase()}`} /> : <span>None</span>}
      </span>
      <div className="picture-actions">
        <input
          id={id}
          className="visually-hidden-input"
          type="file"
          accept={TYPES}
          disabled={isBusy}
          aria-describedby={noteId}
          onChange={(event) => void choose(event)}
        />
        <label className="button button-quiet" htmlFor={id}>
          {url ? 'Change' : 'Upload'}
          <span className="visually-hidden"> {label.toLowerCase()}</span>
        </label>
        {url && (
          <Button variant="link" aria-label={`Remove ${label.toLowerCase()}`} busy={isBusy} onClick={remove}>
            Remove
          </Button>
        )}
      </div>
      <p className={said ? 'field-error' : 'field-hint'} id={noteId} aria-live="polite">
        {said || (isBusy ? 'One moment…' : hint)}
      </p>
    </div>
  )
}

function useUpload({ onUpload, onRemove }: Pick<Props, 'onUpload' | 'onRemove'>) {
  const [preview, setPreview] = useState('')
  const [refusal, refuse] = useState('')
  const [isBusy, setBusy] = useState(false)
  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const input = event.currentTarget
    const file = input.files?.[0]
    if (!file || isBusy) return
    // Clears the input, because choosing the same file again wouldn't fire a change event.
    input.value = ''
    if (file.size > MAX_BYTES) return refuse('This image is larger than 2 MB. Choose a smaller one.')
    refuse('')
    setBusy(true)
    setPreview(await readDataUrl(file))
    const answer = await onUpload(file)
    setBusy(false)
    setPreview('')
    if (!answer.success) refuse(answer.error.message)
  }
  const remove = (): void => {
    refuse('')
    onRemove()
  }
  return { preview, refusal, isBusy, choose, remove }
}
