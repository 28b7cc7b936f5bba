import * as z from 'zod/mini'
import { category } from './categories.ts'
import { eventCodes } from '#model/catalog/codes/code-modes.ts'
import { eventImage, imageSource } from './event-images.ts'
import { FEW_LEFT_BELOW } from '#model/catalog/inventory/few-left.ts'
import { act } from '#model/catalog/line-up/acts.ts'
import { returnOffer } from '#model/catalog/returns/return-rules.ts'
import { currency } from '#model/platform/currency.ts'

/** Default maximum number of tickets of one type in an order (specification §9). */
export const DEFAULT_MAX_PER_ORDER = 10

export const saleStatus = z.enum(['on_sale', 'sold_out', 'not_yet', 'ended', 'paused'])
export type SaleStatus = z.infer<typeof saleStatus>

/** Sale window of a ticket type. Times are in milliseconds since the epoch; undefined for no limit. */
export interface SaleWindow {
  saleStartsAt?: number | undefined
  saleEndsAt?: number | undefined
  /** True when the promoter has put the ticket type on sale. False for all ticket types of an unpublished event. */
  active: boolean
  /** True while another ticket type must sell out first (`isWaitingForEarlierType` in inventory.ts). */
  isWaiting?: boolean | undefined
}

/** Returns the state of the sale by its dates. Never returns `sold_out`, which depends on the counters. */
export function saleState(window: SaleWindow, now: number): Exclude<SaleStatus, 'sold_out'> {
  if (window.saleEndsAt !== undefined && window.saleEndsAt <= now) return 'ended'
  if (!window.active) return 'paused'
  if (window.saleStartsAt !== undefined && window.saleStartsAt > now) return 'not_yet'
  if (window.isWaiting) return 'not_yet'
  return 'on_sale'
}

/** Returns `sold_out` when fewer tickets are available than the minimum per order. */
export function ticketSaleStatus(
  window: SaleWindow & { minPerOrder?: number },
  available: number,
  now: number,
): SaleStatus {
  const state = saleState(window, now)
  return state === 'on_sale' && available < (window.minPerOrder ?? 1) ? 'sold_out' : state
}

/** A ticket type on an event's page (specification §3, Ticket). Money is in major units, times are in ISO 8601. */
export const ticketOffer = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  price: z.number(),
  /** Ticket fee plus order fee of an order of one ticket. */
  fees: z.number(),
  /** Taxes added to the price of one ticket. Absent when none are added. */
  tax: z.optional(z.number()),
  totalPrice: z.number(),
  quantity: z.int(),
  minPerOrder: z.optional(z.int()),
  maxPerOrder: z.int(),
  /** Limit over all orders of a customer. Absent when there is none. */
  maxPerCustomer: z.optional(z.int()),
  availableQuantity: z.int(),
  remainingQuantity: z.int(),
  isAvailable: z.boolean(),
  soldCount: z.int(),
  status: saleStatus,
  saleStartDate: z.nullable(z.string()),
  saleEndDate: z.nullable(z.string()),
  /** Name of the ticket type that must sell out before this one goes on sale. Absent when there is none. */
  waitsFor: z.optional(z.string()),
  type: z.string(),
})
export type TicketOffer = z.infer<typeof ticketOffer>

const venue = z.object({ name: z.string(), street: z.string(), city: z.string(), country: z.string() })

/** Availability of an event in lists: the best availability among its ticket types. */
export const eventAvailability = z.enum(['on_sale', 'few_left', 'sold_out', 'not_yet', 'ended'])
export type EventAvailability = z.infer<typeof eventAvailability>

export function eventAvailabilityOf(
  offers: readonly Pick<TicketOffer, 'status' | 'availableQuantity'>[],
): EventAvailability {
  const onSale = offers.filter((offer) => offer.status === 'on_sale')
  const left = onSale.reduce((sum, offer) => sum + offer.availableQuantity, 0)
  if (onSale.length > 0) return left < FEW_LEFT_BELOW ? 'few_left' : 'on_sale'
  if (offers.some((offer) => offer.status === 'not_yet')) return 'not_yet'
  return offers.some((offer) => offer.status === 'sold_out') ? 'sold_out' : 'ended'
}

/** An event in a list. Both prices are totals of an order of one ticket, and null when nothing can be bought. */
export const eventSummary = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  timeZone: z.string(),
  venue,
  currency,
  status: z.enum(['published', 'cancelled']),
  /** URL of the cover's widest image; '' when artwork is generated instead. */
  coverUrl: z.string(),
  coverSources: z.array(imageSource),
  coverFocus: z.object({ x: z.int(), y: z.int() }),
  promoter: z.object({
    id: z.string(),
    name: z.string(),
    primaryColor: z.string(),
    secondaryColor: z.string(),
  }),
  priceFrom: z.nullable(z.number()),
  priceTo: z.nullable(z.number()),
  availability: eventAvailability,
  category: z.nullable(category),
  tags: z.array(z.string()),
})
export type EventSummary = z.infer<typeof eventSummary>

export const question = z.object({
  id: z.string(),
  scope: z.enum(['order', 'attendee']),
  label: z.string(),
  kind: z.enum(['text', 'choice', 'checkbox']),
  choices: z.array(z.string()),
  required: z.boolean(),
  /** Ids of the ticket types for which the question is asked. Absent or empty means all ticket types of the event. */
  ticketTypeIds: z.optional(z.array(z.string())),
})
export type Question = z.infer<typeof question>

/** True when the question is asked for any of the bought ticket types. */
export const isQuestionAsked = (
  { ticketTypeIds = [] }: Pick<Question, 'ticketTypeIds'>,
  bought: readonly string[],
): boolean => ticketTypeIds.length === 0 || ticketTypeIds.some((id) => bought.includes(id))

export const deliveryMethod = z.enum(['e_ticket', 'will_call', 'post'])
export type DeliveryMethod = z.infer<typeof deliveryMethod>
export const deliveryOption = z.object({ method: deliveryMethod, price: z.number() })
export type DeliveryOption = z.infer<typeof deliveryOption>

/** Content of an event's page and its checkout. `description` is Markdown. */
export const eventDetail = z.extend(eventSummary, {
  description: z.string(),
  attendeeNames: z.enum(['none', 'optional', 'required']),
  questions: z.array(question),
  delivery: z.array(deliveryOption),
  ageNote: z.string(),
  doorsAt: z.nullable(z.string()),
  lineUp: z.array(act),
  poster: z.nullable(eventImage),
  gallery: z.array(eventImage),
  videoUrl: z.string(),
  /** Rule for returns by buyers. Null when tickets can't be returned. */
  returns: z.nullable(returnOffer),
  /** When and how ticket holders get their codes. */
  codes: eventCodes,
})
export type EventDetail = z.infer<typeof eventDetail>
