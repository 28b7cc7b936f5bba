import * as z from 'zod/mini'
import { category } from './categories.ts'
import { eventPicture, pictureSource } from './event-pictures.ts'
import { FEW_LEFT } from './few-left.ts'
import { act } from './line-up.ts'
import { currency } from '#model/platform/money.ts'

/** Specification §9: default maximum number of tickets of one type in an order. */
export const DEFAULT_MAX_PER_ORDER = 10

export const saleStatus = z.enum(['on_sale', 'sold_out', 'not_yet', 'ended', 'paused'])
export type SaleStatus = z.infer<typeof saleStatus>

/** Sale window of a ticket type. Times in milliseconds since the epoch, undefined for open ends. */
export interface SaleWindow {
  saleStartsAt?: number | undefined
  saleEndsAt?: number | undefined
  /** The promoter's switch; false for every ticket type of an unpublished event. */
  active: boolean
  /** True while another ticket type is sold first (`waitsFor` in inventory.ts). */
  waits?: boolean | undefined
}

/** Returns the state of the sale window. `sold_out` is not among them, because it depends on the counters. */
export function saleState(window: SaleWindow, now: number): Exclude<SaleStatus, 'sold_out'> {
  if (window.saleEndsAt !== undefined && window.saleEndsAt <= now) return 'ended'
  if (!window.active) return 'paused'
  if (window.saleStartsAt !== undefined && window.saleStartsAt > now) return 'not_yet'
  if (window.waits) return 'not_yet'
  return 'on_sale'
}

/** Returns `sold_out` when fewer tickets are available than the minimum per order. */
export function saleStatusOf(
  window: SaleWindow & { minPerOrder?: number },
  available: number,
  now: number,
): SaleStatus {
  const state = saleState(window, now)
  return state === 'on_sale' && available < (window.minPerOrder ?? 1) ? 'sold_out' : state
}

/** Specification §3, Ticket: a ticket type on sale. Money in major units, times in ISO 8601. */
export const ticketOffer = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  price: z.number(),
  /** Ticket fee plus order fee of an order of one ticket. */
  fees: z.number(),
  /** Taxes added to the price of one ticket; absent when there are none. */
  tax: z.optional(z.number()),
  totalPrice: z.number(),
  quantity: z.int(),
  /** Defaults to 1. */
  minPerOrder: z.optional(z.int()),
  maxPerOrder: z.int(),
  /** Limit over all orders of a customer; absent when there is none. */
  maxPerCustomer: z.optional(z.int()),
  availableQuantity: z.int(),
  remainingQuantity: z.int(),
  isAvailable: z.boolean(),
  soldCount: z.int(),
  status: saleStatus,
  saleStartDate: z.nullable(z.string()),
  saleEndDate: z.nullable(z.string()),
  /** Name of the ticket type that is sold first; absent when the sale of this one is not blocked. */
  waitsFor: z.optional(z.string()),
  type: z.string(),
})
export type TicketOffer = z.infer<typeof ticketOffer>

const venue = z.object({ name: z.string(), street: z.string(), city: z.string(), country: z.string() })

/** Availability of a whole event, for lists: the best state among its ticket types. */
export const eventAvailability = z.enum(['on_sale', 'few_left', 'sold_out', 'not_yet', 'ended'])
export type EventAvailability = z.infer<typeof eventAvailability>

export function availabilityOf(
  offers: readonly Pick<TicketOffer, 'status' | 'availableQuantity'>[],
): EventAvailability {
  const onSale = offers.filter((offer) => offer.status === 'on_sale')
  const left = onSale.reduce((sum, offer) => sum + offer.availableQuantity, 0)
  if (onSale.length > 0) return left < FEW_LEFT ? 'few_left' : 'on_sale'
  if (offers.some((offer) => offer.status === 'not_yet')) return 'not_yet'
  return offers.some((offer) => offer.status === 'sold_out') ? 'sold_out' : 'ended'
}

/** An event in a list. Both prices are totals of an order of one ticket; null when nothing can be bought. */
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
  /** Widest source of the cover; '' for generated artwork. */
  coverUrl: z.string(),
  coverSources: z.array(pictureSource),
  /** Focal point of the cover, in percent from left and top. */
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
  /** Restricts the question to these ticket types; absent or empty for all of the event's. */
  ticketTypeIds: z.optional(z.array(z.string())),
})
export type Question = z.infer<typeof question>

export const isAskedFor = (
  { ticketTypeIds = [] }: Pick<Question, 'ticketTypeIds'>,
  bought: readonly string[],
): boolean => ticketTypeIds.length === 0 || ticketTypeIds.some((id) => bought.includes(id))

export const deliveryMethod = z.enum(['e_ticket', 'will_call', 'post'])
export type DeliveryMethod = z.infer<typeof deliveryMethod>
export const deliveryOption = z.object({ method: deliveryMethod, price: z.number() })
export type DeliveryOption = z.infer<typeof deliveryOption>

/** Data of an event page and its checkout. `description` is Markdown. */
export const eventDetail = z.extend(eventSummary, {
  description: z.string(),
  attendeeNames: z.enum(['none', 'optional', 'required']),
  questions: z.array(question),
  delivery: z.array(deliveryOption),
  ageNote: z.string(),
  doorsAt: z.nullable(z.string()),
  lineUp: z.array(act),
  /** Any aspect ratio, shown uncropped. */
  poster: z.nullable(eventPicture),
  gallery: z.array(eventPicture),
  /** URL of a video page, or ''. */
  videoUrl: z.string(),
})
export type EventDetail = z.infer<typeof eventDetail>
