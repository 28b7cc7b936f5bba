import { now } from '#browser/platform/clock.ts'
import type { EventDetail } from '#model/catalog/catalog.ts'
import { returnSentences } from '#model/catalog/returns/return-sentence.ts'

/** The events' rules for returns, before the buyer pays. */
export function ReturnNote({ events }: { events: readonly EventDetail[] }) {
  return returnSentences(events, now()).map((sentence) => (
    <p key={sentence} className="checkout-returns" dir="auto">
      {sentence}
    </p>
  ))
}
