import type { ConsoleEvent } from '#contracts/console/events.ts'
import { holdAlarmMessage } from '#model/hold-alarms.ts'
import { Notice } from '#ui/Notice.tsx'
import { eventFieldId } from './use-event-field.ts'

export function HoldAlarms({ event: { holdAlarms, fields } }: { event: ConsoleEvent }) {
  if (holdAlarms.length === 0) return null
  return (
    <Notice tone="warning" title="Few buyers hold many tickets">
      {holdAlarms.map((alarm) => (
        <p key={alarm.ticketType}>{holdAlarmMessage(alarm)}</p>
      ))}
      <p>
        What they don’t pay for goes on sale again within minutes, and they can hold less each time.{' '}
        {fields.holdsNeedAccount ? (
          'Only verified accounts can hold tickets while demand is high.'
        ) : (
          <a href={`#${eventFieldId('holdsNeedAccount')}`}>Require a verified account while demand is high</a>
        )}
      </p>
    </Notice>
  )
}
