import type { Category } from '#model/categories.ts'
import type { Question } from '#model/catalog.ts'
import type { FeesPaidBy } from '#model/fee-payers.ts'
import type { FeeConfiguration } from '#model/fees.ts'
import type { Act } from '#model/line-up.ts'
import type { TaxRule } from '#model/taxes.ts'

/** The demo as it is written down. Money in major units; days and weeks count from the moment of seeding. */
export interface DemoPromoter {
  name: string
  slug: string
  /** A name that other machines could reach, beside `<slug>.localhost`. */
  customHost: string
  primaryColor: string
  secondaryColor: string
  /** The promoter's own fees, by currency. */
  fees?: Readonly<Record<string, FeeConfiguration>>
  taxes?: DemoTaxes
  /** Who sells, as invoices say it. */
  legal?: { name: string; address: string; taxId: string }
  events: readonly DemoEvent[]
  promoCodes: readonly DemoPromoCode[]
}

/** Rates in percent, each under a name of this file's own. */
interface DemoTaxes {
  included: boolean
  rounding: TaxRule['rounding']
  rates: Readonly<Record<string, { name: string; percent: number }>>
  /** Of what an event or a ticket type doesn't say otherwise. */
  usual: readonly string[]
}

/** `description` is kept in `<promoter>/<slug>.md` beside this file. */
export interface DemoEvent {
  slug: string
  title: string
  summary: string
  when: DemoMoment
  timeZone: string
  venue: { name: string; street: string; city: string; country: string }
  currency: string
  cancelled?: true
  ageNote?: string
  attendeeNames?: 'none' | 'optional' | 'required'
  questions?: readonly Question[]
  delivery?: Readonly<Partial<Record<'will_call' | 'post', number>>>
  fees?: FeeConfiguration
  /** The buyer unless said. */
  feesPaidBy?: FeesPaidBy
  /** Which of the promoter's rates. */
  taxes?: readonly string[]
  category: Category
  tags?: readonly string[]
  lineUp?: readonly DemoAct[]
  /** What the poster shows; its files are in `photos`. */
  poster?: string
  /** The same of each picture of its gallery. */
  gallery?: readonly string[]
  ticketTypes: readonly DemoTicketType[]
}

/** `day` is 0 unless said. */
type DemoAct = Pick<Act, 'name'> & Partial<Act>

export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'

/** Wall-clock times at the venue (HH:MM). An end that is not after the start is on the next day. */
export interface DemoMoment {
  /** 1 is the week after the one of seeding. */
  week: number
  day: Weekday
  doors?: string
  starts: string
  ends: string
  /** Whole days that a festival goes on beyond its first. */
  extraDays?: number
}

export interface DemoTicketType {
  name: string
  description?: string
  price: number
  capacity: number
  /** How many the generated orders bought. */
  sold?: number
  maxPerOrder?: number
  type?: string
  saleStartsInDays?: number
  saleEndsInDays?: number
  paused?: true
  taxes?: readonly string[]
}

export interface DemoPromoCode {
  code: string
  /** What it does, for the table that the start prints. */
  says: string
  /** Percents, or an amount in `currency`. */
  percent?: number
  amount?: number
  currency?: string
  /** The most that a percentage takes off, in `currency`. */
  atMost?: number
  startsInDays?: number
  endsInDays?: number
  maxUses?: number
  maxUsesPerCustomer?: number
  eventSlug?: string
  /** Names of the event's ticket types that it is for; needs `eventSlug`. */
  ticketTypes?: readonly string[]
  /** How many of the generated orders used it. */
  used?: number
}
