import type { Category } from '#model/catalog/categories.ts'
import type { Question } from '#model/catalog/catalog.ts'
import type { CodeMode } from '#model/catalog/codes/code-modes.ts'
import type { ReturnRules } from '#model/catalog/returns/return-rules.ts'
import type { FeesPaidBy } from '#model/pricing/fee-payers.ts'
import type { FeeConfiguration } from '#model/pricing/fees.ts'
import type { Act } from '#model/catalog/line-up/acts.ts'
import type { TaxRule } from '#model/pricing/taxes.ts'

/** Definition of a demo promoter. Amounts are in major units; days and weeks are relative to the time of seeding. */
export interface DemoPromoter {
  name: string
  slug: string
  /** Custom domain, besides `<slug>.localhost`. */
  customHost: string
  primaryColor: string
  secondaryColor: string
  country: string
  fees?: Readonly<Record<string, FeeConfiguration>>
  taxes?: DemoTaxes
  legal?: { name: string; address: string; taxId: string }
  events: readonly DemoEvent[]
  promoCodes: readonly DemoPromoCode[]
}

/** Tax rates in percent, by a key that is local to the promoter's file. */
interface DemoTaxes {
  included: boolean
  rounding: TaxRule['rounding']
  rates: Readonly<Record<string, { name: string; percent: number }>>
  /** Keys of the rates that apply by default. */
  usual: readonly string[]
}

/** The description is in `<promoter>/<slug>.md` beside this file. */
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
  /** Who pays the fees. Default: the buyer. */
  feesPaidBy?: FeesPaidBy
  taxes?: readonly string[]
  /** When and how holders get their codes. Default: codes are shown at once. */
  codes?: { mode: CodeMode; hours?: number }
  /** Rule for returns. Default: no returns. */
  returns?: ReturnRules
  category: Category
  tags?: readonly string[]
  lineUp?: readonly DemoAct[]
  /**
   * Vertical focal point of the cover in percent, which stays visible when a wide page crops the cover. Default: the
   * middle.
   */
  coverFocusY?: number
  poster?: string
  gallery?: readonly string[]
  ticketTypes: readonly DemoTicketType[]
}

/** An act of the line-up. `day`: default 0. */
type DemoAct = Pick<Act, 'name'> & Partial<Act>

export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'

/** Local times at the venue (HH:MM). An end before or at the start is on the next day. */
export interface DemoMoment {
  /** Week of the event, relative to the time of seeding: 1 is the next week. */
  week: number
  day: Weekday
  doors?: string
  starts: string
  ends: string
  extraDays?: number
}

export interface DemoTicketType {
  name: string
  description?: string
  price: number
  capacity: number
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
  says: string
  /** Discount in percent, as a whole number. If undefined, the discount is an amount in `currency`. */
  percent?: number
  amount?: number
  currency?: string
  /** Maximum amount of a percentage discount, in `currency`. */
  atMost?: number
  startsInDays?: number
  endsInDays?: number
  maxUses?: number
  maxUsesPerCustomer?: number
  eventSlug?: string
  /** Names of the ticket types that the code applies to; requires `eventSlug`. */
  ticketTypes?: readonly string[]
  used?: number
}
