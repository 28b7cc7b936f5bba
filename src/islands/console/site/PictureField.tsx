import { useId, useState, type ChangeEvent } from 'react'
import { readDataUrl } from '#browser/account/read-data-url.ts'
import { uploadPicture, writeDraft } from '#stores/console/site/site-branding.ts'
import { Button } from '#ui/Button.tsx'

const TYPES = 'image/jpeg,image/png,image/webp,image/avif'
const MAX_BYTES = 2 * 1024 * 1024
const FIELDS = { logo: 'logoUrl', favicon: 'faviconUrl' } as const

interface Props {
  kind: 'logo' | 'favicon'
  label: string
  hint: string
  url: string
  error: string | undefined
  id: string
}

/** A picture is shown as soon as it is chosen, and is part of the draft once the server has taken it. */
export function PictureField({ kind, label, hint, url, error, id }: Props) {
  const noteId = useId()
  const { preview, refusal, isBusy, choose, remove } = useUpload(kind)
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

function useUpload(kind: Props['kind']) {
  const [preview, setPreview] = useState('')
  const [refusal, refuse] = useState('')
  const [isBusy, setBusy] = useState(false)
  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const input = event.currentTarget
    const file = input.files?.[0]
    if (!file || isBusy) return
    // Choosing the same file again shall be a choice, too.
    input.value = ''
    if (file.size > MAX_BYTES) return refuse('This picture is larger than 2 MB. Choose a smaller one.')
    refuse('')
    setBusy(true)
    setPreview(await readDataUrl(file))
    const answer = await uploadPicture(kind, file)
    setBusy(false)
    setPreview('')
    if (!answer.success) refuse(answer.error.message)
  }
  const remove = (): void => {
    refuse('')
    writeDraft({ [FIELDS[kind]]: '' })
  }
  return { preview, refusal, isBusy, choose, remove }
}
