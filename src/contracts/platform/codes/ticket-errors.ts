/** Errors about tickets, passing them on and returning them, by code. */
export const TICKET_ERRORS = {
  TICKET_VOID: [409, 'This ticket was refunded and is no longer valid.'],
  TICKET_ADMITTED: [409, 'This ticket has already been used at the door.'],
  TICKET_PASSED_ON: [409, 'You’ve passed this ticket on. Only the person who has it now can change it.'],
  EVENT_OVER: [409, 'This event is over or cancelled, so its tickets can’t be changed.'],
  TRANSFERS_OFF: [409, 'The organiser doesn’t allow passing tickets on or changing the names on them.'],
  TRANSFERS_OVER: [409, 'The deadline for passing tickets on and changing the names on them has passed.'],
  OFFER_OPEN: [409, 'This ticket is already offered to someone. Reclaim it first.'],
  OFFER_MISSING: [409, 'This ticket isn’t offered to anyone, or the offer was already accepted.'],
  OFFER_OVER: [
    410,
    'This ticket was reclaimed or refunded, or someone has already accepted it. Ask the person who sent you the link.',
  ],
  NEW_CODE_LIMIT: [
    409,
    'You’ve reached the limit of 5 new codes for this ticket in 24 hours. Try again tomorrow.',
  ],
  PASS_ON_LIMIT: [
    409,
    'You’ve reached the limit of emails in 24 hours. Pass the ticket on by link, or try again tomorrow.',
  ],
  RETURN_REFUSED: [409, 'These tickets can’t be returned.'],
  RETURN_CHANGED: [409, 'The refund has changed. Check the new amount before you return your tickets.'],
  RETURN_OVER_LIMIT: [409, 'This can’t be refunded automatically. Ask the organiser to refund your tickets.'],
} as const satisfies Record<string, readonly [status: number, message: string]>
