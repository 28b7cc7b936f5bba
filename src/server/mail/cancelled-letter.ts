import { formatMoment } from '#model/event-words.ts'
import { formatMoney } from '#model/money.ts'
import type { Order } from '#model/orders.ts'
import { urls } from '#contracts/urls.ts'
import type { Letter, LetterPart } from './letter.ts'
import { greeting } from './order-letters.ts'

/** An event that does not take place, and what its promoter says about it. */
export interface CancelledEvent {
  title: string
  startsAt: Date
  timeZone: string
  note: string
}

/** `refundedCents` is what goes back of this order; 0 when nothing does. `origin` is what links begin with. */
export function cancelledLetter(news: {
  order: Order
  event: CancelledEvent
  refundedCents: number
  /** The promoter has taken the money itself, and gives it back itself. */
  isOutside: boolean
  origin: string
}): Letter {
  const { order, event, refundedCents, isOutside, origin } = news
  const when = formatMoment(event.startsAt.toISOString(), event.timeZone, Date.parse(order.createdAt))
  const amount = refundedCents > 0 ? formatMoney(refundedCents, order.currency) : undefined
  const note: LetterPart[] = event.note ? [{ kind: 'words', text: event.note }] : []
  return {
    subject: `Cancelled: ${event.title}`,
    preview: amount ? `You get ${amount} of order ${order.number} back.` : `It was to be on ${when}.`,
    heading: `${event.title} is cancelled`,
    parts: [
      {
        kind: 'words',
        text: greeting(
          order,
          `we are sorry: ${event.title} on ${when} does not take place. Your tickets for it are no longer needed.`,
        ),
      },
      ...note,
      {
        kind: 'words',
        text: amount
          ? `You get ${amount} of order ${order.number} back${isOutside ? ' from whoever sold you the tickets.' : ', to the card or account you paid with. Depending on your bank that takes up to ten days.'}`
          : `Your order is ${order.number}. Answer this e-mail if you have a question about it.`,
      },
      { kind: 'action', label: 'Show the order', url: origin + urls.order(order.id) },
    ],
    reason: `You get this e-mail because ${order.customer.email} bought tickets here.`,
  }
}
