import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { Result } from '#model/platform/result.ts'
import { Button } from '#ui/Button.tsx'

interface Props {
  /** Label of the button, for example 'Delete rule'. */
  label: string
  remove: () => Promise<Result<unknown>>
  /** Called when the object is deleted, even if someone else deleted it before. */
  onGone: () => void
}

/** Deletes the object that the surrounding dialog edits. */
export function RemoveButton({ label, remove, onGone }: Props) {
  const [isBusy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    const answer = await remove()
    setBusy(false)
    if (answer.success || answer.error.code === 'NOT_FOUND') return onGone()
    showToast({ type: 'destructive', title: 'Not deleted', message: answer.error.message })
  }
  return (
    <Button variant="link" busy={isBusy} onClick={() => void run()}>
      {label}
    </Button>
  )
}
