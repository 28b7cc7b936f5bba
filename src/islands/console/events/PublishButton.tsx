import { useState } from 'react'
import type { ConsoleEvent, EventNews } from '#contracts/console/events.ts'
import { useStore } from '#islands/use-store.ts'
import { $isUnsaved } from '#stores/console/event.ts'
import { publish, readNews } from '#stores/console/event-moves.ts'
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
  const [news, ask] = useState<EventNews>()
  const isUnsaved = useStore($isUnsaved, false)
  const isLive = event.status === 'published'
  if (isLive && !event.hasChanges && !isUnsaved) return null
  const isReady = event.missing.length === 0
  const send = async (): Promise<void> => {
    // What is missing is listed beside, and takes the focus.
    if (!isReady) return document.getElementById('publish-card')?.focus()
    setBusy(true)
    onAnswer(await sendOrAsk(event, ask))
    setBusy(false)
  }
  return (
    <>
      <Button busy={isBusy} onClick={() => void send()}>
        {isBusy ? 'Publishing…' : isLive ? 'Publish changes' : 'Publish'}
      </Button>
      {news && <TellBuyersDialog title={event.fields.title} news={news} onClose={() => ask(undefined)} />}
    </>
  )
}

/** Why it was not published; '' when it was, or is asked about. */
async function sendOrAsk(event: ConsoleEvent, ask: (news: EventNews) => void): Promise<string> {
  if (event.publishedAt !== null && event.sold > 0) {
    const read = await readNews()
    if (!read.success) return read.error.message
    if (read.data) {
      ask(read.data)
      return ''
    }
  }
  const answer = await publish()
  return answer.success ? '' : answer.error.message
}
