import * as z from 'zod/mini'
import { category, tags } from './categories.ts'
import { question } from './catalog.ts'
import { codeMode, DEFAULT_REVEAL_HOURS, MAX_REVEAL_HOURS } from '#model/catalog/codes/code-modes.ts'
import { eventImage, MAX_EVENT_PICTURES } from './event-images.ts'
import { feesPaidBy } from '#model/pricing/fee-payers.ts'
import { act, MAX_ACTS } from '#model/catalog/line-up/acts.ts'
import { MAX_EVENT_DAYS } from '#model/catalog/line-up/line-up.ts'
import { MAX_RETURN_DAYS, returnRules } from '#model/catalog/returns/return-rules.ts'
import { withinMarkdownLimits } from '#model/platform/markdown-bounds.ts'
import { currency } from '#model/platform/currency.ts'

export const wallClock = z
  .string()
  .check(
    z.maxLength(16, 'Enter a day and a time.'),
    z.refine(isWallClock, { error: 'Enter a day and a time.' }),
  )

function isWallClock(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d$/.test(text)) return false
  const at = new Date(`${text}Z`)
  // JavaScript parses 31 February as a day in March, so the result is compared with the text.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

export const timeZone = z
  .string()
  .check(z.maxLength(60, 'Choose a time zone.'), z.refine(isTimeZone, { error: 'Choose a time zone.' }))

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const text = (most: number) => z.string().check(z.maxLength(most, `Use ${most} characters at most.`))
const line = (most: number) => text(most).check(z.trim())

export const visibility = z.enum(['public', 'unlisted', 'code'])
export type Visibility = z.infer<typeof visibility>

const pictureSources = z
  .array(
    z.object({
      url: z.string().check(z.regex(/^\/uploads\/[\da-f]{64}\.webp$/, 'Upload the image first.')),
      width: z.int().check(z.minimum(1), z.maximum(4000)),
    }),
  )
  .check(z.maxLength(4))

const draftPicture = z.extend(eventImage, {
  sources: pictureSources.check(z.minLength(1, 'Upload the image first.')),
  height: z.int().check(z.minimum(1), z.maximum(40_000)),
  alt: line(300),
})

/** An image in several widths, the widest last. The focal point is in percent from the left and the top. */
export const cover = z.object({
  sources: pictureSources,
  focusX: z.int().check(z.minimum(0), z.maximum(100)),
  focusY: z.int().check(z.minimum(0), z.maximum(100)),
})
export type CoverImage = z.infer<typeof cover>

const draftQuestion = z.extend(question, {
  id: z.string().check(z.regex(/^[\w-]{1,40}$/)),
  label: line(200),
  choices: z.array(line(100)).check(z.maxLength(30, 'Use 30 choices at most.')),
  ticketTypeIds: z.optional(z.array(z.uuid()).check(z.maxLength(200))),
})

const webAddress = text(300).check(
  z.trim(),
  z.refine(isWebAddress, { error: 'Enter a web address that begins with https://.' }),
)

function isWebAddress(address: string): boolean {
  if (address === '') return true
  return /^https?:\/\//i.test(address) && URL.canParse(address)
}

const TIME_HINT = 'Enter a time like 22:30.'
const clockTime = z.string().check(z.maxLength(5, TIME_HINT), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME_HINT))

const draftAct = z.extend(act, {
  name: line(120),
  day: z.int().check(z.minimum(0), z.maximum(MAX_EVENT_DAYS - 1)),
  time: z.nullable(clockTime),
  link: webAddress,
})

const price = z.number('Enter an amount.').check(z.minimum(0, 'Enter an amount.'), z.maximum(100_000))

const DAYS_HINT = `Enter a number of days from 0 to ${MAX_RETURN_DAYS}.`
const PERCENT_HINT = 'Enter a percentage from 0 to 100.'

const draftReturnRules = z.extend(returnRules, {
  days: z.int(DAYS_HINT).check(z.minimum(0, DAYS_HINT), z.maximum(MAX_RETURN_DAYS, DAYS_HINT)),
  feePercent: z.number(PERCENT_HINT).check(z.minimum(0, PERCENT_HINT), z.maximum(100, PERCENT_HINT)),
  feePerTicket: price,
})

export const MAX_TRANSFER_CUTOFF_HOURS = 365 * 24

const CUTOFF_HINT = `Enter a number of hours from 0 to ${MAX_TRANSFER_CUTOFF_HOURS}.`
const cutoffHours = z
  .int(CUTOFF_HINT)
  .check(z.minimum(0, CUTOFF_HINT), z.maximum(MAX_TRANSFER_CUTOFF_HOURS, CUTOFF_HINT))

const REVEAL_HINT = `Enter a number of hours from 1 to ${MAX_REVEAL_HOURS}.`
const revealHours = z
  .int(REVEAL_HINT)
  .check(z.minimum(1, REVEAL_HINT), z.maximum(MAX_REVEAL_HOURS, REVEAL_HINT))

export const eventTitle = line(160).check(z.minLength(1, 'Enter a title.'))

export const MIN_ACCESS_CODE_LENGTH = 3

/** All fields of an event that promoters edit. Drafts may be incomplete (`findPublishingGaps`). Prices are in major units. */
export const eventFields = z.object({
  title: eventTitle,
  summary: line(300),
  description: text(20_000),
  startsAt: wallClock,
  endsAt: wallClock,
  doorsAt: z.nullable(wallClock),
  timeZone,
  venue: z.object({ name: line(160), street: line(200), city: line(100), country: line(100) }),
  currency,
  ageNote: line(200),
  attendeeNames: z.enum(['none', 'optional', 'required']),
  questions: z.array(draftQuestion).check(z.maxLength(20, 'Ask 20 questions at most.')),
  /** Delivery methods offered besides e-tickets, which are always available. */
  delivery: z.array(z.object({ method: z.enum(['will_call', 'post']), price })).check(z.maxLength(2)),
  feesPaidBy: z._default(feesPaidBy, 'buyer'),
  /** Rule for returns by buyers. Null when tickets can't be returned. */
  returns: z._default(z.nullable(draftReturnRules), null),
  /**
   * True when holding tickets requires an account with a verified email address while demand is high. Demand for a
   * ticket type is high while carts hold a fifth of it.
   */
  holdsNeedAccount: z._default(z.boolean(), false),
  /**
   * True when holders can pass their tickets on and change the names on them, until a number of hours before the
   * event starts.
   */
  ticketTransfers: z._default(z.boolean(), true),
  transferCutoffHours: z._default(cutoffHours, 0),
  codeMode: z._default(codeMode, 'open'),
  /** Number of hours before doors open (or else, before the event starts) at which late codes appear. */
  codeRevealHours: z._default(revealHours, DEFAULT_REVEAL_HOURS),
  visibility,
  /**
   * Code that visitors must enter when the visibility is `code`; '' when none is set. New codes have at least
   * MIN_ACCESS_CODE_LENGTH characters.
   */
  accessCode: line(40),
  cover,
  poster: z._default(z.nullable(draftPicture), null),
  gallery: z._default(
    z.array(draftPicture).check(z.maxLength(MAX_EVENT_PICTURES, `Use ${MAX_EVENT_PICTURES} images at most.`)),
    () => [],
  ),
  /** URL of a page with a video; '' when there is none. */
  videoUrl: z._default(webAddress, ''),
  lineUp: z._default(
    z.array(draftAct).check(z.maxLength(MAX_ACTS, `Use ${MAX_ACTS} acts at most.`)),
    () => [],
  ),
  category: z._default(z.nullable(category), null),
  tags: z._default(tags, () => []),
})
export type EventFields = z.infer<typeof eventFields>

/** The fields in a request. Refuses Markdown that is too complex. */
export const eventFieldsInput = z.extend(eventFields, {
  description: eventFields.shape.description.check(withinMarkdownLimits),
  questions: eventFields.shape.questions.check(
    z.refine(
      (questions) => areDifferent(questions.map(({ id }) => id)),
      'Each question needs an id of its own.',
    ),
  ),
  delivery: eventFields.shape.delivery.check(
    z.refine(
      (options) => areDifferent(options.map(({ method }) => method)),
      'List each delivery method once.',
    ),
  ),
})

function areDifferent(names: readonly string[]): boolean {
  return new Set(names).size === names.length
}

const typedNumber = z.pipe(
  z.nullable(z.number()),
  z.transform((value) => value ?? Number.NaN),
)

/**
 * The fields while they are being edited: all are present, but not validated. An invalid number is NaN, which becomes
 * null in JSON.
 */
export const editedEventFields = z.extend(eventFields, {
  title: z.string(),
  summary: z.string(),
  description: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  doorsAt: z.nullable(z.string()),
  timeZone: z.string(),
  venue: z.object({ name: z.string(), street: z.string(), city: z.string(), country: z.string() }),
  currency: z.string(),
  ageNote: z.string(),
  questions: z.array(question),
  delivery: z.array(
    z.object({
      method: z.enum(['will_call', 'post']),
      price: typedNumber,
    }),
  ),
  returns: z._default(
    z.nullable(
      z.extend(returnRules, { days: typedNumber, feePercent: typedNumber, feePerTicket: typedNumber }),
    ),
    null,
  ),
  transferCutoffHours: z._default(typedNumber, 0),
  codeRevealHours: z._default(typedNumber, DEFAULT_REVEAL_HOURS),
  accessCode: z.string(),
  videoUrl: z._default(z.string(), ''),
  lineUp: z._default(z.array(act), () => []),
  tags: z._default(z.array(z.string()), () => []),
})

export const areEventFieldsEqual = (one: EventFields, other: EventFields): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}
