import * as z from 'zod/mini'
import type { AuditEntry } from '#contracts/console/audit.ts'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatMoney } from '#model/platform/money.ts'
import { formatNumber } from '#ui/format/format-numbers.ts'

/** Labels of fields and objects whose names on the console's screens differ from the API's. */
const LABELS: Readonly<Record<string, string>> = {
  ageNote: 'Age restriction',
  capacity_pool: 'Shared capacity',
  codeMode: 'Ticket codes',
  codeRevealHours: 'Codes appear (hours before doors open)',
  follows: 'Goes on sale after',
  hasAccessCode: 'Access code',
  hasNoTypeLeft: 'No ticket type left',
  host: 'Domain',
  isHidden: 'Hidden',
  lineUp: 'Line-up',
  maxPerCustomer: 'Maximum per customer',
  maxPerOrder: 'Maximum per order',
  minPerOrder: 'Minimum per order',
  pool: 'Shared capacity',
  saleEndsAt: 'On sale until',
  saleStartsAt: 'On sale from',
  taxIds: 'Taxes',
  ticketTransfers: 'Passing tickets on',
  transferCutoffHours: 'Passing on ends (hours before the event)',
  videoUrl: 'Video link',
}

/**
 * Formats a name of the API, for example 'commission_rule' as 'Commission rule', and 'refundWindowDays' as 'Refund
 * window days'.
 */
export function fieldLabel(name: string): string {
  const label = LABELS[name]
  if (label !== undefined) return label
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replace(/ (Cents|Id)$/, '')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Formats an action of the audit log, for example 'commission_rule.changed' as 'Commission rule changed'. */
export function formatAction(action: string): string {
  const [subject = '', verb = ''] = action.split('.')
  return `${fieldLabel(subject)} ${fieldLabel(verb).toLowerCase()}`
}

export const formatActor = ({ kind, name, reason }: AuditEntry['actor']): string => {
  if (kind === 'operator')
    return `${name || 'A deleted account'} for the platform${reason ? `: ${reason}` : ''}`
  if (kind === 'program') return name || 'An API key'
  if (kind === 'buyer') return 'Buyer'
  if (kind === 'holder') return 'Ticket holder'
  if (kind === 'foyer') return 'Foyer or a deleted account'
  return name || 'A deleted account'
}

const money = z.object({ cents: z.number(), currency: z.string() })
const picture = z.object({ alt: z.string(), sources: z.array(z.unknown()) })
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
const LOCAL = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/

type Names = AuditEntry['names']

/** Fields that aren't shown, because they don't help the reader. */
const INTERNAL = new Set(['fact', 'noteId', 'refundId', 'by'])

/** Fields whose values are constants of the API, for example `sales`. */
const ENUMS = new Set(['role', 'status', 'category', 'visibility', 'attendeeNames', 'feesPaidBy', 'codeMode'])

const FEE_SOURCES: Readonly<Record<string, string>> = {
  event: 'The event’s own fees',
  promoter: 'Your fees',
  default: 'Default fees',
}

/** Formats any value of an audit entry. Ids are replaced by names. */
export function formatValue(value: unknown, names: Names = {}): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'string') return formatText(value, names)
  return typeof value === 'object' ? formatObject(value, names) : '–'
}

function formatObject(value: object, names: Names): string {
  const amount = z.safeParse(money, value)
  if (amount.success) return formatMoney(amount.data.cents, amount.data.currency)
  if (Array.isArray(value)) return value.map((each) => formatValue(each, names)).join('; ') || '–'
  const shown = z.safeParse(picture, value)
  if (shown.success) return shown.data.alt || 'Image'
  // Empty values and ids without a name are left out.
  const parts = Object.entries(value)
    .filter(([name]) => name !== 'id')
    .map(([name, each]) => [fieldLabel(name), formatValue(each, names)] as const)
    .filter(([, words]) => words !== '–')
  return parts.map(([name, words]) => `${name}: ${words}`).join(', ') || '–'
}

function formatText(text: string, names: Names): string {
  const name = names[text]
  if (name !== undefined) return name || 'Deleted'
  if (text.startsWith('/uploads/')) return 'Image'
  return ISO.test(text) ? formatDateTime(text) : text.replace(LOCAL, '$1, $2')
}

export interface Difference {
  field: string
  before: string
  after: string
}

type States = Pick<AuditEntry, 'before' | 'after'> & Partial<Pick<AuditEntry, 'action' | 'names'>>

/** Returns the differences by field. For a created or deleted object, only fields with a value. */
export function auditDifferences(entry: States): Difference[] {
  const { before, after } = entry
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .filter((field) => !INTERNAL.has(field))
    .map((field) => ({
      field: fieldLabel(field),
      before: fieldValue(entry, field, before?.[field]),
      after: fieldValue(entry, field, after?.[field]),
    }))
    .filter((row) => (before && after) || row.before !== '–' || row.after !== '–')
}

function fieldValue({ action, names }: States, field: string, value: unknown): string {
  if (action === 'fees.changed' && field === 'source') return FEE_SOURCES[String(value)] ?? formatValue(value)
  return ENUMS.has(field) && typeof value === 'string' && value !== ''
    ? fieldLabel(value)
    : formatValue(value, names)
}
