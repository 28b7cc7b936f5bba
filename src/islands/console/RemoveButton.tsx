import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { Result } from '#model/platform/result.ts'
import { Button } from '#ui/Button.tsx'

interface Props {
  /** 'Delete rule'. */
  words: string
  remove: () => Promise<Result<unknown>>
  /** Also when somebody else was faster. */
  onGone: () => void
}

/** Deletes what a dialog is about. */
export function RemoveButton({ words, remove, onGone }: Props) {
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
      {words}
    </Button>
  )
}
