import { now } from '#browser/platform/clock.ts'
import type { EventDetail } from '#model/catalog/catalog.ts'
import { codesMessages } from '#model/catalog/codes/code-messages.ts'
import { returnRuleMessages } from '#model/catalog/returns/return-messages.ts'

/** The events' rules for codes and returns, shown before the payment. */
export function EventRules({ events }: { events: readonly EventDetail[] }) {
  const sentences = [...codesMessages(events, now()), ...returnRuleMessages(events, now())]
  return sentences.map((sentence) => (
    <p key={sentence} className="checkout-returns" dir="auto">
      {sentence}
    </p>
  ))
}
