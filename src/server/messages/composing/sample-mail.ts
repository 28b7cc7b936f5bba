import type { EventDetail } from '#model/catalog/catalog.ts'
import { DEFAULT_REVEAL_HOURS } from '#model/catalog/codes/code-modes.ts'
import type { EventFacts } from '#model/catalog/event-changes.ts'
import type { EmailTemplateKey } from '#model/messages/email-templates.ts'
import { formatMoney } from '#model/platform/money.ts'
import type { Order } from '#model/sales/orders.ts'
import { wallClockOf } from '#model/platform/time/wall-clock.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { findEventRow } from '#server/catalog/listings/event-rows.ts'
import { toEventDetail } from '#server/catalog/listings/event-views.ts'
import type { MailContext } from './compose-account-mail.ts'
import type { MailContent } from '#server/messages/mail-content/mail-content.ts'
import { eventChangedMail, type EventChangeData } from '#server/messages/email-templates/changed-mail.ts'
import {
  changedPlaceholders,
  confirmedPlaceholders,
  refundedPlaceholders,
} from '#server/messages/email-templates/order-placeholders.ts'
import { orderConfirmedMail, type OrderMailData } from '#server/messages/email-templates/order-mails.ts'
import { orderRefundedMail } from '#server/messages/email-templates/refund-mails.ts'
import type { Placeholders } from '#server/messages/email-templates/render-template.ts'
import {
  payoutFailedMail,
  payoutPlaceholders,
  payoutSentMail,
} from '#server/messages/email-templates/payout-mails.ts'
import { findSampleEventId } from './sample-rows.ts'

export async function sampleMail(
  mailContext: MailContext,
  promoterId: string,
  key: EmailTemplateKey,
): Promise<{ mail: MailContent; placeholders: Placeholders }> {
  if (key === 'order_confirmed') {
    const data = await sampleOrderData(mailContext, promoterId)
    return { mail: orderConfirmedMail(data), placeholders: confirmedPlaceholders(data, mailContext.siteName) }
  }
  if (key === 'order_refunded') {
    const data = await sampleOrderData(mailContext, promoterId)
    const { order } = data
    const refunded = {
      ...data,
      order: { ...order, status: 'refunded' as const },
      wasPaid: true,
      isOutside: false,
    }
    const all = {
      ...refunded,
      amount: order.total,
      returned: undefined,
      toVouchers: 0,
      withheld: 0,
      putBack: [],
      newVoucher: undefined,
      fromVoucher: 0,
    }
    return { mail: orderRefundedMail(all), placeholders: refundedPlaceholders(all, mailContext.siteName) }
  }
  if (key === 'event_changed') {
    const data = sampleChange(await sampleOrderData(mailContext, promoterId))
    return { mail: eventChangedMail(data), placeholders: changedPlaceholders(data, mailContext.siteName) }
  }
  const payout = {
    amount: formatMoney(24_850, 'EUR'),
    reason: 'The account number is wrong.',
    isRefused: false,
    siteName: mailContext.siteName,
    url: mailContext.origin + portalUrls.earnings(),
  }
  const mail = key === 'payout_sent' ? payoutSentMail(payout) : payoutFailedMail(payout)
  return { mail, placeholders: payoutPlaceholders(payout) }
}

const ID = '00000000-0000-4000-8000-000000000000'

async function sampleOrderData({ context, origin }: MailContext, promoterId: string): Promise<OrderMailData> {
  const { db, clock } = context
  const idOrSlug = await findSampleEventId(db, promoterId, new Date(clock.now()))
  const row =
    idOrSlug === undefined
      ? undefined
      : await findEventRow(db, { scope: { promoterId }, idOrSlug, includesClosed: true })
  const event = row ? toEventDetail(row, [], []) : sampleEvent(promoterId, clock.now())
  return { order: sampleOrder(event, clock.now()), events: [event], origin, now: clock.now() }
}

function sampleChange({ order, events: [event], origin, now }: OrderMailData): EventChangeData {
  if (!event) throw new Error('The sample order for previews of emails has no event.')
  const { startsAt, endsAt, doorsAt, timeZone, venue } = event
  const facts = (days: number): EventFacts => {
    const wallClock = (iso: string): string => wallClockOf(Date.parse(iso) + days * 86_400_000, timeZone)
    return {
      startsAt: wallClock(startsAt),
      endsAt: wallClock(endsAt),
      doorsAt: doorsAt === null ? null : wallClock(doorsAt),
      timeZone,
      venue,
      codeMode: event.codes.mode,
      codeRevealHours: DEFAULT_REVEAL_HOURS,
    }
  }
  return { order, event, before: facts(-1), after: facts(0), origin, now }
}

export function sampleOrder(event: Pick<EventDetail, 'id' | 'title' | 'currency'>, now: number): Order {
  const item = { ticketTypeId: ID, eventId: event.id, name: 'General admission', eventTitle: event.title }
  return {
    id: ID,
    number: 'FY-SAMPLE',
    status: 'paid',
    currency: event.currency,
    items: [{ ...item, quantity: 2, price: 25, ticketFee: 1, totalPrice: 50 }],
    subtotal: 50,
    discount: 0,
    fees: { ticketFees: 2, orderFees: 0, deliveryFee: 0, totalFees: 2 },
    total: 52,
    customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
    delivery: { method: 'e_ticket' },
    createdAt: new Date(now).toISOString(),
    amountDue: 52,
    paymentPending: false,
    tickets: ['Ada Lovelace', 'Grace Hopper'].map((holder, index) => ({
      id: ID,
      code: index === 0 ? 'SAMPLE-1234' : 'SAMPLE-5678',
      token: '',
      ticketTypeId: ID,
      eventId: event.id,
      holder,
      status: 'valid' as const,
      isReturned: false,
      codeMode: 'open' as const,
    })),
  }
}

function sampleEvent(promoterId: string, now: number): EventDetail {
  const startsAt = now + 30 * 86_400_000
  return {
    id: ID,
    slug: 'your-first-event',
    title: 'Your first event',
    summary: '',
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + 4 * 3_600_000).toISOString(),
    timeZone: 'UTC',
    venue: { name: 'The Venue', street: '1 High Street', city: 'Your city', country: 'DE' },
    currency: 'EUR',
    status: 'published',
    coverUrl: '',
    coverSources: [],
    coverFocus: { x: 50, y: 50 },
    promoter: { id: promoterId, name: '', primaryColor: '', secondaryColor: '' },
    priceFrom: 25,
    priceTo: 25,
    availability: 'on_sale',
    description: '',
    attendeeNames: 'none',
    questions: [],
    delivery: [],
    ageNote: '',
    returns: null,
    codes: { mode: 'open', appearAt: null },
    doorsAt: null,
    lineUp: [],
    poster: null,
    gallery: [],
    videoUrl: '',
    category: null,
    tags: [],
  }
}
