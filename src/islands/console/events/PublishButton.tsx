import { useState } from 'react'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { $isUnsaved } from '#stores/console/events/event.ts'
import { publishEvent, type PublishQuestion } from '#stores/console/events/event-actions.ts'
import { Button } from '#ui/Button.tsx'
import { NotifyBuyersDialog } from './NotifyBuyersDialog.tsx'

interface Props {
  event: ConsoleEvent
  /** Called after the attempt to publish. `refusal`: error message, or '' if the event was published. */
  onAnswer: (refusal: string) => void
}

/** Button to publish the draft. If changes concern buyers, asks first whether to notify them. */
export function PublishButton({ event, onAnswer }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [question, ask] = useState<PublishQuestion>()
  const isUnsaved = useStore($isUnsaved, false)
  const isLive = event.status === 'published'
  if (isLive && !event.hasChanges && !isUnsaved) return null
  const send = async (): Promise<void> => {
    setBusy(true)
    const answer = await publishEvent()
    onAnswer(answer.success ? '' : answer.error.message)
    if (answer.success && answer.data) ask(answer.data)
    setBusy(false)
    if (!answer.success && answer.error.code === 'NOT_READY') document.getElementById('publish-card')?.focus()
  }
  return (
    <>
      <Button busy={isBusy} onClick={() => void send()}>
        {isBusy ? 'Publishing…' : isLive ? 'Publish changes' : 'Publish'}
      </Button>
      {question && (
        <NotifyBuyersDialog title={event.fields.title} question={question} onClose={() => ask(undefined)} />
      )}
    </>
  )
}
