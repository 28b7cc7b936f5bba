import { setImmediate } from 'node:timers/promises'
import { MAX_PROMO_CODES, promoFields, type PromoFields } from '#contracts/console/pricing/promo-codes.ts'
import { escapeFormulas } from '#model/platform/csv.ts'
import { readCsv } from '#model/platform/read-csv.ts'
import { readAmount, readCount, readPercentage, type TypedNumber } from '#model/platform/typed-numbers.ts'
import type { PromoEvent } from './promo-option-rows.ts'
import { scopeErrors } from './promo-scope.ts'
import { viewPromo } from './promo-views.ts'
import type { PromoCodeListRow } from './promo-code-list-rows.ts'

const COLUMNS = [
  'code',
  'discount',
  'currency',
  'max_discount',
  'event',
  'ticket_types',
  'starts_at',
  'ends_at',
  'max_uses',
  'max_uses_per_customer',
  'reveals',
  'active',
] as const
type Column = (typeof COLUMNS)[number]

export const PROMO_CSV_HEAD: readonly string[] = [...COLUMNS, 'state', 'used', 'revenue']

/** Ticket types of a code that has lost them. Not empty, because an imported code without ticket types is valid for all. */
const NO_TYPE_LEFT = '(no ticket type left)'

export interface PromoNames {
  slugs: ReadonlyMap<string, string>
  types: ReadonlyMap<string, string>
}

export const indexPromoNames = (events: readonly PromoEvent[]): PromoNames => ({
  slugs: new Map(events.map(({ id, slug }) => [id, slug])),
  types: new Map(events.flatMap(({ ticketTypes }) => ticketTypes.map(({ id, name }) => [id, name]))),
})

/** Formats a code as a line that can be imported again. The discount is `12.5%`, or `5` with a currency. */
export function promoCells(row: PromoCodeListRow, { slugs, types }: PromoNames): string[] {
  const promo = viewPromo(row)
  const nameOf = (id: string): string => types.get(id) ?? id
  return [
    promo.code,
    `${promo.discountValue}${promo.discountType === 'percentage' ? '%' : ''}`,
    ...[promo.currency, promo.maxDiscountAmount].map(cellOf),
    escapeFormulas(cellOf(slugs.get(promo.eventId ?? ''))),
    promo.hasNoTypeLeft ? NO_TYPE_LEFT : escapeFormulas(promo.ticketTypeIds.map(nameOf).join('; ')),
    ...[promo.startsAt, promo.endsAt, promo.maxUses, promo.maxUsesPerCustomer].map(cellOf),
    ...[promo.reveals, promo.active].map((is) => (is ? 'yes' : 'no')),
    promo.state,
    String(promo.used),
    promo.revenue.map(({ currency, amount }) => `${currency} ${amount}`).join('; '),
  ]
}

const cellOf = (value: string | number | null | undefined): string => String(value ?? '')

export interface ParsedPromoLine {
  line: number
  code: string
  fields?: PromoFields
  why?: string
}

const MAX_LINES = 2 * MAX_PROMO_CODES
const LINES_AT_ONCE = 50

export async function readPromoCsv(
  text: string,
  events: readonly PromoEvent[],
): Promise<ParsedPromoLine[] | { refusal: string }> {
  const rows = readCsv(text)
  const head = firstOf(rows)
  if (!head) return { refusal: 'The file is empty or has an unclosed quote.' }
  const names = head.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  const missing = ['code', 'discount'].filter((name) => !names.includes(name))
  if (missing.length > 0)
    return { refusal: `The first line must contain the column names. Missing: ${missing.join(', ')}.` }
  const read: ParsedPromoLine[] = []
  let lines = 0
  for (const row of rows) {
    if (!row)
      return {
        refusal: 'The file has an unclosed quote, a line with too many cells, or a cell that is too long.',
      }
    lines += 1
    const { line, cells } = row
    if (cells.length > 0)
      read.push(readLine(line, (column) => cells[names.indexOf(column)]?.trim() ?? '', events))
    if (lines > MAX_LINES || read.length > MAX_PROMO_CODES)
      return { refusal: 'A file can have at most 10,000 codes.' }
    if (lines % LINES_AT_ONCE === 0) await setImmediate()
  }
  return read
}

function firstOf(rows: ReturnType<typeof readCsv>): string[] | undefined {
  for (let looked = 0; looked < LINES_AT_ONCE; looked += 1) {
    const row = rows.next().value
    if (!row || row.cells.length > 0) return row?.cells
  }
  return undefined
}

function readLine(
  line: number,
  cell: (column: Column) => string,
  events: readonly PromoEvent[],
): ParsedPromoLine {
  const code = cell('code').toUpperCase()
  const about = cell('event')
  const event = about === '' ? undefined : events.find(({ slug }) => slug === about)
  if (about !== '' && !event) return { line, code, why: `You have no event “${about}”.` }
  const types = readTypes(cell('ticket_types'), event)
  if (typeof types === 'string') return { line, code, why: types }
  const parsed = promoFields.safeParse({
    ...readTerms(cell),
    code,
    eventId: event?.id ?? null,
    ticketTypeIds: types,
  })
  if (!parsed.success) return { line, code, why: problemOf(parsed.error.issues) }
  const [error] = scopeErrors(parsed.data, events)
  return error ? { line, code, why: error.message } : { line, code, fields: parsed.data }
}

const MAX_TYPES = 100

function readTypes(text: string, event: PromoEvent | undefined): string[] | string {
  if (text === NO_TYPE_LEFT)
    return 'The ticket types of this code were deleted. Enter other ticket types, or none for all of them.'
  const names = text.split(';').flatMap((name) => name.trim() || [])
  if (names.length === 0) return []
  if (names.length > MAX_TYPES) return `Enter at most ${MAX_TYPES} ticket types.`
  if (!event) return 'Enter the event of these ticket types.'
  const found = names.map((name) => event.ticketTypes.find((type) => type.name === name)?.id ?? { name })
  const unknown = found.find((each) => typeof each !== 'string')
  if (unknown) return `${event.title} has no ticket type “${unknown.name}”.`
  return found.filter((each) => typeof each === 'string')
}

/** Converts a line to the schema's input. Unreadable values stay text, which the schema rejects. */
function readTerms(cell: (column: Column) => string) {
  const discount = cell('discount')
  const isPercentage = discount.endsWith('%')
  const currency = cell('currency').toUpperCase()
  const amount = (text: string) => readAmount(text, currency)
  return {
    discountType: isPercentage ? 'percentage' : 'fixed',
    discountValue: numberOf(discount, isPercentage ? (text) => readPercentage(text, 2) : amount),
    maxDiscountAmount: numberOf(cell('max_discount'), amount),
    currency: currency || null,
    startsAt: momentOf(cell('starts_at')),
    endsAt: momentOf(cell('ends_at')),
    maxUses: numberOf(cell('max_uses'), readCount),
    maxUsesPerCustomer: numberOf(cell('max_uses_per_customer'), readCount),
    reveals: /^(yes|true|1|on)$/i.test(cell('reveals')),
    active: !/^(no|false|0|off)$/i.test(cell('active')),
  }
}

function numberOf(text: string, read: (text: string) => TypedNumber): number | string | null {
  if (text === '') return null
  const number = read(text)
  return 'value' in number ? number.value : text
}

/** Reads ISO 8601 with an offset, or a day in UTC. */
const momentOf = (text: string): string | null =>
  text === '' ? null : /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text

const problemOf = (issues: readonly { path: PropertyKey[]; message: string }[]): string =>
  issues
    .slice(0, 1)
    .map(({ path, message }) => (path[0] === undefined ? message : `${words(String(path[0]))}: ${message}`))
    .join('')

const words = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
