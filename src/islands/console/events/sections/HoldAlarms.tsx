import type { ConsoleEvent } from '#contracts/console/events.ts'
import { unusualHoldMessage } from '#model/catalog/inventory/unusual-holds.ts'
import { Notice } from '#ui/Notice.tsx'
import { eventFieldId } from '#islands/console/events/use-event-field.ts'

export function HoldAlarms({ event: { holdAlarms, fields } }: { event: ConsoleEvent }) {
  if (holdAlarms.length === 0) return null
  return (
    <Notice tone="warning" title="A few buyers hold many tickets">
      {holdAlarms.map((alarm) => (
        <p key={alarm.ticketType}>{unusualHoldMessage(alarm)}</p>
      ))}
      <p>
        Unpaid tickets go back on sale within minutes, and these buyers can hold fewer each time.{' '}
        {fields.holdsNeedAccount ? (
          'Only verified accounts can hold tickets while demand is high.'
        ) : (
          <a href={`#${eventFieldId('holdsNeedAccount')}`}>Require a verified account while demand is high</a>
        )}
      </p>
    </Notice>
  )
}
