import { useId, useState, type ChangeEvent, type ReactNode } from 'react'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import type { uploadCover } from '#contracts/console/events.ts'
import { uploadEventImage } from '#stores/console/events/event-actions.ts'
import { eventFieldId } from '#islands/console/events/use-event-field.ts'

const TYPES = 'image/jpeg,image/png,image/webp,image/avif'
const MAX_BYTES = 12 * 1024 * 1024

/** Response to an upload, with the URLs of the stored files. */
export type UploadedImage = DataOf<typeof uploadCover>

interface Props {
  /** Path of the event's field, for example `cover`. */
  path: string
  /** End of the button's label for screen readers, for example 'cover'. */
  name: string
  action: string
  hint: string
  error?: string | undefined
  most?: number
  onSent: (picture: UploadedImage) => void
  children?: ReactNode
}

/** File input that uploads the chosen images one after another. */
export function ImageInput({ path, name, action, hint, error, most = 1, onSent, children }: Props) {
  const noteId = useId()
  const { refusal, isBusy, choose } = usePictures(most, onSent)
  const problem = refusal || error
  return (
    <>
      <div className="picture-actions">
        <input
          id={eventFieldId(path)}
          className="visually-hidden-input"
          type="file"
          accept={TYPES}
          multiple={most > 1}
          disabled={isBusy}
          aria-describedby={noteId}
          onChange={(event) => void choose(event)}
        />
        <label className="button button-quiet" htmlFor={eventFieldId(path)}>
          {action}
          <span className="visually-hidden"> {name}</span>
        </label>
        {children}
      </div>
      <p className={problem ? 'field-error' : 'field-hint'} id={noteId} aria-live="polite">
        {problem || (isBusy ? 'Uploading…' : hint)}
      </p>
    </>
  )
}

/** State of the uploads. They stop at the first file that is refused. */
function usePictures(most: number, onSent: (picture: UploadedImage) => void) {
  const [refusal, refuse] = useState('')
  const [isBusy, setBusy] = useState(false)
  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const input = event.currentTarget
    const files = [...(input.files ?? [])]
    if (files.length === 0 || isBusy) return
    refuse('')
    setBusy(true)
    refuse(await sendAll(files, most, onSent))
    setBusy(false)
    // Clears the input, because choosing the same file again wouldn't fire a change event.
    input.value = ''
  }
  return { refusal, isBusy, choose }
}

/** Uploads the files. Returns the reason why it stopped early; '' if it didn't. */
async function sendAll(
  files: readonly File[],
  most: number,
  onSent: (picture: UploadedImage) => void,
): Promise<string> {
  for (const file of files.slice(0, most)) {
    const named = files.length > 1 ? `${file.name}: ` : ''
    if (file.size > MAX_BYTES) return `${named}This image is larger than 12 MB. Choose a smaller one.`
    const answer = await uploadEventImage(file)
    if (!answer.success) return named + answer.error.message
    onSent(answer.data)
  }
  return files.length > most ? `Only ${most} more could be added.` : ''
}
