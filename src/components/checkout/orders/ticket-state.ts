import type { EventDetail } from '#model/catalog/catalog.ts'
import type { Ticket } from '#model/sales/orders.ts'
import { formatMoment } from '#model/catalog/format-event.ts'
import type { IconName } from '#components/platform/icons.ts'

export interface TicketState {
  label: string
  icon: IconName
  /** Style of the ticket's card. `used` still shows its code, for events that allow re-entry; `past`, `ended` and `passed` show none. */
  shape: 'valid' | 'used' | 'past' | 'ended' | 'passed'
}

interface About {
  event: EventDetail | undefined
  /** Time of the last entry, in ISO 8601. */
  admittedAt: string | undefined
  now: number
}

/** Returns label and icon for a ticket's state. */
export function ticketState(
  { status, isReturned, passedOnTo }: Pick<Ticket, 'status' | 'isReturned' | 'passedOnTo'>,
  context: About,
): TicketState {
  const { event, now } = context
  if (status === 'void') return voidState(isReturned)
  if (status === 'passed_on') return { label: `Passed on to ${passedOnTo}`, icon: 'users', shape: 'passed' }
  if (event?.status === 'cancelled') return { label: 'Event cancelled', icon: 'ban', shape: 'ended' }
  const isOver = event !== undefined && Date.parse(event.endsAt) <= now
  if (status === 'used')
    return { label: usedLabel(context), icon: 'scan-line', shape: isOver ? 'past' : 'used' }
  if (isOver) return { label: 'Event is over', icon: 'clock', shape: 'past' }
  return { label: 'Valid', icon: 'circle-check', shape: 'valid' }
}

const usedLabel = ({ event, admittedAt, now }: About): string =>
  event && admittedAt ? `Used, ${formatMoment(admittedAt, event.timeZone, now)}` : 'Used'
const voidState = (isReturned: boolean): TicketState => ({
  label: isReturned ? 'Returned, no longer valid' : 'Refunded, no longer valid',
  icon: 'ban',
  shape: 'ended',
})
