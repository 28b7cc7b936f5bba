import type { HeldTicketView } from '#contracts/checkout/transfers.ts'
import type { EventDetail } from '#model/catalog/catalog.ts'

/** Returns title and text for the person a ticket was passed on to. */
export function ticketMessage(
  { ticket, actions }: HeldTicketView,
  { event, cancelNote, now }: { event: EventDetail | undefined; cancelNote: string; now: number },
): { title: string; text: string } {
  if (ticket.status === 'void')
    return {
      title: 'No longer valid',
      text: 'This ticket was refunded to the person who bought it. Its code is refused at the door.',
    }
  if (ticket.status === 'passed_on')
    return {
      title: 'You’ve passed this ticket on',
      text: `${ticket.passedOnTo} has a code of their own. Yours is no longer valid.`,
    }
  if (event?.status === 'cancelled')
    return { title: 'This event is cancelled', text: cancelNote || 'This ticket is no longer needed.' }
  if (event && Date.parse(event.endsAt) <= now)
    return { title: 'This event is over', text: 'We hope you had a good time.' }
  return goingMessage(actions?.firstName ?? '', ticket.code !== '')
}

const goingMessage = (firstName: string, hasCode: boolean): { title: string; text: string } => ({
  title: firstName ? `You’re going, ${firstName}` : 'You’re going',
  text: hasCode
    ? 'Show this code at the door, on your phone or printed. Anyone with this link can use it.'
    : 'Anyone with this link can use your ticket.',
})
