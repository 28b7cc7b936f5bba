import { Button } from '#ui/Button.tsx'
import { CopyButton } from '../CopyButton.tsx'

/** Shows a secret, which can't be shown again, with a copy button. */
export function SecretOnce({
  secret,
  what,
  hint,
  onDone,
}: {
  secret: string
  what: string
  hint: string
  onDone: () => void
}) {
  return (
    <>
      <p>{hint}</p>
      <p className="secret-once">
        <code translate="no">{secret}</code>
        <CopyButton text={secret} what={what} />
      </p>
      <div className="form-actions">
        <Button onClick={onDone}>I’ve saved it</Button>
      </div>
    </>
  )
}
