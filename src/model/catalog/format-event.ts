import type { EventDetail, EventSummary, TicketOffer } from './catalog.ts'
import { FEW_LEFT_BELOW } from '#model/catalog/inventory/few-left.ts'
import type { FeeConfiguration } from '#model/pricing/fees.ts'
import { formatMoney, percentageToBasisPoints, toCents } from '#model/platform/money.ts'

/**
 * The functions below format dates in the event's time zone and in European English: day first, 24-hour clock. Their
 * input is ISO 8601.
 */
type EventPeriod = Pick<EventSummary, 'startsAt' | 'endsAt' | 'timeZone'>

interface WallTime {
  weekday: string
  day: string
  month: string
  year: string
  time: string
}

const HOUR_MS = 3_600_000

/** An event that ends before this time on the next day counts as one night, not as two days. */
const NIGHT_ENDS_AT = '12:00'

/** Formats a time: `Fri 4 Dec, 20:00`. Adds the year unless it is the year of `now`. */
export function formatMoment(iso: string, timeZone: string, now: number): string {
  const at = wallTime(iso, timeZone)
  const year = at.year === wallTime(new Date(now).toISOString(), timeZone).year ? '' : ` ${at.year}`
  return `${short(at.weekday)} ${at.day} ${short(at.month)}${year}, ${at.time}`
}

/** Formats the date for a card: `Fri 4 Dec, 20:00`, or `4 – 6 Dec` for an event of several days. */
export function formatEventDate(event: EventPeriod, now: number): string {
  if (!spansDays(event)) return formatMoment(event.startsAt, event.timeZone, now)
  const [from, to] = [wallTime(event.startsAt, event.timeZone), wallTime(event.endsAt, event.timeZone)]
  const thisYear = wallTime(new Date(now).toISOString(), event.timeZone).year
  const start =
    from.month === to.month && from.year === to.year ? from.day : `${from.day} ${short(from.month)}`
  return `${start} – ${to.day} ${short(to.month)}${to.year === thisYear ? '' : ` ${to.year}`}`
}

/** Formats the days of an event: `Friday 4 December 2026`, or `Friday 4 – Sunday 6 December 2026`. */
export function formatEventDateRange(event: EventPeriod): string {
  const [from, to] = [wallTime(event.startsAt, event.timeZone), wallTime(event.endsAt, event.timeZone)]
  if (!spansDays(event)) return `${from.weekday} ${from.day} ${from.month} ${from.year}`
  const month = from.month === to.month && from.year === to.year ? '' : ` ${from.month}`
  const year = from.year === to.year ? '' : ` ${from.year}`
  return `${from.weekday} ${from.day}${month}${year} – ${to.weekday} ${to.day} ${to.month} ${to.year}`
}

/** Formats a date: `2026-12-04` → `Friday 4 December`. */
export function formatWeekday(date: string): string {
  const { weekday, day, month } = wallTime(`${date}T12:00Z`, 'UTC')
  return `${weekday} ${day} ${month}`
}

export function formatDay(iso: string, timeZone: string): string {
  const { day, month, year } = wallTime(iso, timeZone)
  return `${day} ${month} ${year}`
}

/** Formats the times of an event: `20:00 – 23:30, Berlin time`. */
export function formatHours(event: EventPeriod): string {
  const [from, to] = [wallTime(event.startsAt, event.timeZone), wallTime(event.endsAt, event.timeZone)]
  const end = spansDays(event) ? `ends ${short(to.weekday)} ${to.time}` : to.time
  return `${from.time} – ${end}, ${formatTimeZone(event.timeZone)}`
}

export const formatTime = (iso: string, timeZone: string): string => wallTime(iso, timeZone).time

/** Formats a time zone: `Europe/Berlin` → `Berlin time`. */
export const formatTimeZone = (timeZone: string): string =>
  timeZone.includes('/') ? `${(timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')} time` : timeZone

export function dateInTimeZone(timeZone: string, at: number): string {
  const { day, month, year } = wallTime(new Date(at).toISOString(), timeZone)
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}

export type EventState = 'cancelled' | 'past' | EventSummary['availability']

export function eventState(
  event: Pick<EventSummary, 'status' | 'availability' | 'endsAt'>,
  now: number,
): EventState {
  if (event.status === 'cancelled') return 'cancelled'
  return Date.parse(event.endsAt) <= now ? 'past' : event.availability
}

const STATE_LABELS: Readonly<Record<EventState, string>> = {
  cancelled: 'Cancelled',
  past: 'Past',
  on_sale: '',
  few_left: 'Few left',
  sold_out: 'Sold out',
  not_yet: 'On sale soon',
  ended: 'Sale ended',
}

/** Label next to the price on a card. '' when the state needs no label. */
export const eventStateLabel = (state: EventState): string => STATE_LABELS[state]

type Offered = Pick<TicketOffer, 'status' | 'remainingQuantity' | 'saleStartDate' | 'waitsFor'>

/**
 * Availability of a ticket type: `12 left`, `Sold out`, `On sale from Fri 4 Dec, 10:00`; '' while many tickets are
 * available.
 */
export function availabilityLabel(offer: Offered, timeZone: string, now: number): string {
  switch (offer.status) {
    case 'sold_out':
      return 'Sold out'
    case 'ended':
      return 'Sale ended'
    case 'paused':
      return 'Not on sale'
    case 'not_yet':
      if (offer.waitsFor) return `On sale after ${offer.waitsFor}`
      return offer.saleStartDate
        ? `On sale from ${formatMoment(offer.saleStartDate, timeZone, now)}`
        : 'On sale soon'
    case 'on_sale':
      return offer.remainingQuantity < FEW_LEFT_BELOW ? `${offer.remainingQuantity} left` : ''
  }
}

/** Returns the earliest future start of sale among the event's ticket types (ISO 8601), or null. */
export const firstSaleStart = (
  offers: readonly Pick<TicketOffer, 'status' | 'saleStartDate'>[],
): string | null =>
  offers
    .flatMap((offer) => (offer.status === 'not_yet' && offer.saleStartDate ? [offer.saleStartDate] : []))
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null

/** Formats the approximate time until a moment: `in 13 days`, `in 5 hours`, `in 10 minutes`. */
export function formatTimeUntil(iso: string, now: number): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(iso) - now) / 60_000))
  const [count, unit] =
    minutes >= 2880
      ? [Math.floor(minutes / 1440), 'day']
      : minutes >= 120
        ? [Math.floor(minutes / 60), 'hour']
        : [minutes, 'minute']
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Formats a price in major units: `€24.50` or `Free`. */
export const formatPrice = (price: number, currency: string): string =>
  price === 0 ? 'Free' : formatMoney(toCents(price, currency), currency)

/** Explains which fees are included in the shown prices. '' when there are none. */
export function formatFees(fees: FeeConfiguration, currency: string): string {
  const ticket = formatFeePart(fees.ticketBaseFee, fees.ticketPercentageFee, currency)
  const order = formatFeePart(fees.orderProcessingFee, fees.orderPercentageFee, currency)
  const parts = [ticket && `a ticket fee of ${ticket}`, order && `an order fee of ${order}`].filter(Boolean)
  if (parts.length === 0) return ''
  const once = order ? ' The order fee is charged once per order, regardless of the number of tickets.' : ''
  return `Prices include ${parts.join(' and ')}.${once}`
}

export const formatPlace = (venue: EventDetail['venue']): string =>
  [venue.name, venue.city].filter(Boolean).join(', ')

/** Formats a fee: `€0.49 + 4%`, or '' for none. `base` is in major units, `percentage` as in the API (specification §5). */
export function formatFeePart(base: number, percentage: number, currency: string): string {
  const percent = percentageToBasisPoints(percentage) / 100
  return [base > 0 ? formatPrice(base, currency) : '', percent > 0 ? `${percent}%` : '']
    .filter(Boolean)
    .join(' + ')
}

function spansDays({ startsAt, endsAt, timeZone }: EventPeriod): boolean {
  const hours = (Date.parse(endsAt) - Date.parse(startsAt)) / HOUR_MS
  if (hours >= 24) return true
  const sameDay =
    dateInTimeZone(timeZone, Date.parse(startsAt)) === dateInTimeZone(timeZone, Date.parse(endsAt))
  return !sameDay && wallTime(endsAt, timeZone).time > NIGHT_ENDS_AT
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const short = (word: string): string => word.slice(0, 3)

// Formatters by time zone. Cached, because creating a formatter takes longer than rendering a page.
const formatters = new Map<string, Intl.DateTimeFormat>()

// Formatted times. Cached, because a page formats the same few times often, and so does the next page.
const wallTimes = new Map<string, WallTime>()
const MAX_CACHED = 1000

function wallTime(iso: string, timeZone: string): WallTime {
  const key = `${Math.floor(Date.parse(iso) / 60_000)} ${timeZone}`
  const known = wallTimes.get(key)
  if (known) return known
  const made = readWallTime(iso, timeZone)
  if (wallTimes.size >= MAX_CACHED) wallTimes.clear()
  wallTimes.set(key, made)
  return made
}

function readWallTime(iso: string, timeZone: string): WallTime {
  const formatter = formatters.get(timeZone) ?? newFormatter(timeZone)
  formatters.set(timeZone, formatter)
  // Assembled here, because the order and commas of full dates differ between ICU versions.
  const parts = Object.fromEntries(
    formatter.formatToParts(Date.parse(iso)).map(({ type, value }) => [type, value]),
  )
  const { weekday = '', day = '', month = '', year = '', hour = '', minute = '' } = parts
  return { weekday, day, month, year, time: `${hour}:${minute}` }
}

const newFormatter = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })

/** Price of an event for cards and its page: 'Free', 'Free – $39.53', or the lowest price with 'from'. */
export function formatPriceRange(event: Pick<EventSummary, 'priceFrom' | 'priceTo' | 'currency'>): {
  words: string
  isFrom: boolean
  /** True if `words` contain an amount. */
  isPriced: boolean
} {
  const { priceFrom, priceTo, currency } = event
  if (priceFrom === null) return { words: '', isFrom: false, isPriced: false }
  if (priceFrom === 0 && priceTo)
    return { words: `Free – ${formatPrice(priceTo, currency)}`, isFrom: false, isPriced: true }
  return { words: formatPrice(priceFrom, currency), isFrom: priceFrom > 0, isPriced: priceFrom > 0 }
}
