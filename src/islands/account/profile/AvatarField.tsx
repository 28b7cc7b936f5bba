import { useId, useState, type ChangeEvent } from 'react'
import { readDataUrl } from '#browser/account/read-data-url.ts'
import type { Customer } from '#model/people/accounts.ts'
import type { Result } from '#model/platform/result.ts'
import { removeAvatar, uploadAvatar } from '#stores/account/profile.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'

const TYPES = 'image/jpeg,image/png,image/webp,image/avif'
const MAX_BYTES = 8 * 1024 * 1024

/** Shows the chosen image immediately, and the previous one again if the upload fails. */
export function AvatarField({ customer }: { customer: Customer }) {
  const id = useId()
  const [preview, setPreview] = useState('')
  const [refusal, refuse] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { avatarUrl } = customer.settings
  const change = async (ask: () => Promise<Result<unknown>>): Promise<void> => {
    setBusy(true)
    refuse('')
    const answer = await ask()
    setBusy(false)
    setPreview('')
    if (!answer.success) refuse(answer.error.message)
  }
  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const input = event.currentTarget
    const file = input.files?.[0]
    if (!file || isBusy) return
    // Clears the input, because choosing the same file again wouldn't fire a change event.
    input.value = ''
    if (file.size > MAX_BYTES) return refuse('This image is larger than 8 MB. Choose a smaller one.')
    setPreview(await readDataUrl(file))
    await change(() => uploadAvatar(file))
  }
  return (
    <div className="avatar-field">
      <Avatar url={preview || avatarUrl} firstName={customer.firstName} lastName={customer.lastName} />
      <div className="avatar-actions">
        <input
          id={id}
          className="visually-hidden-input"
          type="file"
          accept={TYPES}
          disabled={isBusy}
          aria-describedby={`${id}-note`}
          onChange={(event) => void choose(event)}
        />
        <label className="button button-quiet" htmlFor={id}>
          {avatarUrl ? 'Change image' : 'Add image'}
        </label>
        {avatarUrl && (
          <Button variant="link" busy={isBusy} onClick={() => void change(removeAvatar)}>
            Remove image
          </Button>
        )}
        <p className={refusal ? 'field-error' : 'field-hint'} id={`${id}-note`} aria-live="polite">
          {refusal || (isBusy ? 'One moment…' : 'JPEG, PNG, WebP or AVIF, up to 8 MB.')}
        </p>
      </div>
    </div>
  )
}
