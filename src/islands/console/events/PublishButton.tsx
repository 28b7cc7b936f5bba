import { useState } from 'react'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import { useStore } from '#islands/use-store.ts'
import { $isUnsaved } from '#stores/console/event.ts'
import { publish, type PublishQuestion } from '#stores/console/event-moves.ts'
import { Button } from '#ui/Button.tsx'
import { TellBuyersDialog } from './TellBuyersDialog.tsx'

interface Props {
  event: ConsoleEvent
  /** Why it was not published; '' when it was. */
  onAnswer: (refusal: string) => void
}

/** Publishes what was written. Where buyers have to know of it, it asks first whether they are told. */
export function PublishButton({ event, onAnswer }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [question, ask] = useState<PublishQuestion>()
  const isUnsaved = useStore($isUnsaved, false)
  const isLive = event.status === 'published'
  if (isLive && !event.hasChanges && !isUnsaved) return null
  const send = async (): Promise<void> => {
    setBusy(true)
    const answer = await publish()
    onAnswer(answer.success ? '' : answer.error.message)
    if (answer.success && answer.data) ask(answer.data)
    setBusy(false)
    // What is missing is listed beside, and takes the focus.
    if (!answer.success && answer.error.code === 'NOT_READY') document.getElementById('publish-card')?.focus()
  }
  return (
    <>
      <Button busy={isBusy} onClick={() => void send()}>
        {isBusy ? 'Publishing…' : isLive ? 'Publish changes' : 'Publish'}
      </Button>
      {question && (
        <TellBuyersDialog title={event.fields.title} question={question} onClose={() => ask(undefined)} />
      )}
    </>
  )
}
