import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { endpointKey } from '#server/openapi/contract-names.ts'
import { fair, holesOf, type Sent } from '../hostile/holes.ts'
import { inputFields, PARTS, type InputField } from '../input-fields.ts'
import type { Kind } from './things.ts'

export interface Call {
  path: string
  body: unknown
  endsSession: boolean
}

/** Kind of a path parameter, by the path segment before it. */
const BY_WORD: Readonly<Record<string, Kind>> = {
  accounts: 'account',
  'api-keys': 'apiKey',
  assignments: 'assignment',
  carts: 'cart',
  'commission-rules': 'commissionRule',
  'door-devices': 'doorDevice',
  'door-pairings': 'pairing',
  'door-shares': 'doorDevice',
  domains: 'domain',
  'door-conflicts': 'doorConflict',
  events: 'event',
  'former-members': 'formerMember',
  invitations: 'invitation',
  members: 'member',
  orders: 'order',
  passkeys: 'passkey',
  sales: 'order',
  payouts: 'payout',
  pools: 'pool',
  'promo-codes': 'promoCode',
  'promoter-invitations': 'promoterInvitation',
  promoters: 'promoter',
  rates: 'taxRate',
  'refund-requests': 'refundRequest',
  sessions: 'session',
  settlements: 'settlement',
  staff: 'account',
  'ticket-offers': 'ticketOffer',
  'ticket-types': 'ticketType',
  tickets: 'ticket',
  'tracking-links': 'trackingLink',
  vouchers: 'voucher',
  'webhook-deliveries': 'delivery',
  webhooks: 'webhook',
}

/** Kind of a query or body field, by its name. */
const BY_NAME: Readonly<Record<string, Kind>> = {
  accountId: 'account',
  actor: 'account',
  against: 'event',
  batchId: 'promoBatch',
  before: 'taxRate',
  cart: 'cart',
  cartId: 'cart',
  eventId: 'event',
  eventIds: 'event',
  gateIds: 'gate',
  followsId: 'ticketType',
  link: 'trackingLink',
  linkId: 'trackingLink',
  memberId: 'account',
  orderId: 'order',
  poolId: 'pool',
  promoter: 'promoter',
  promoterId: 'promoter',
  rateIds: 'taxRate',
  subject: 'order',
  taxIds: 'taxRate',
  ticketId: 'ticket',
  ticketTypeId: 'ticketType',
  ticketTypeIds: 'ticketType',
  tickets: 'ticket',
  trackingLinkId: 'trackingLink',
  userId: 'promoter',
  webhookId: 'webhook',
}

const BY_PLACE: Readonly<Record<string, Kind>> = {
  'PUT /api/operator/main-site/featured body ids.[]': 'event',
  'PUT /api/operator/main-site/featured body previousIds.[]': 'event',
  'PUT /api/promoter/events/{id}/ticket-types/order body ids.[]': 'ticketType',
  'PUT /api/promoter/events/{id}/entrances body fields.gates.[].id': 'gate',
  'POST /api/promoter/earnings/decide body ids.[]': 'earning',
  'POST /api/promoter/promo-codes/bulk body id': 'promoBatchKey',
  'POST /api/promoter/promo-codes/import query id': 'promoImportKey',
}

/** Whether a field may hold an id, judged by its schema and its name. */
const isIdLike = ({ path, schema }: InputField): boolean =>
  schema.type === 'string' &&
  (schema['format'] === 'uuid' ||
    isReference(schema) ||
    /(?:^|[.a-z])(?:id|ids|Id|Ids)(?:\.\[\])?$/.test(path))

/** The schema that `reference` (model/platform/bounds.ts) produces. */
const isReference = (schema: InputField['schema']): boolean =>
  schema['maxLength'] === 100 && schema['pattern'] === undefined && schema['minLength'] === undefined

/**
 * Fields that look like ids and are none: texts of the same length, ids that clients generate, and gates of a log, which are stored as sent
 * and looked up by nothing but the event's own list.
 */
const NO_IDS = new Set([
  'city',
  'country',
  'place',
  'timeZone',
  'choices',
  // Of a sale at the door and its tickets.
  'sales.id',
  'tickets.id',
  'currency',
  'device.id',
  'deviceId',
  'firstName',
  'gateId',
  'key',
  'lastName',
  'name',
  'q',
  'questions.id',
  'response.id',
  'response.rawId',
  'sessionId',
  'street',
  'taxId',
  'type',
  'utmCampaign',
  'utmMedium',
  'utmSource',
])

/** Ids of what belongs to no promoter. */
const NO_TENANTS_IDS = new Set(['POST /api/operator/dead-mails/replay body id'])

const isNoId = (path: string): boolean => {
  const names = path.split('.').filter((name) => name !== '[]')
  return NO_IDS.has(names.slice(-1).join('.')) || NO_IDS.has(names.slice(-2).join('.'))
}

export interface IdField {
  place: string
  part: InputField['part']
  path: string
  kind: Kind
}

/** Returns the id fields of a contract. Throws for a field whose kind is unknown. */
export const idFields = (contract: Endpoint): IdField[] => {
  const found = inputFields(contract).flatMap((field) => {
    if (!isIdLike(field)) return []
    const kind = kindOf(contract, field)
    const place = placeOf(contract, field)
    if (kind === undefined && !isNoId(field.path) && !NO_TENANTS_IDS.has(place))
      throw new Error(`Unknown kind of id: ${place}. Add it to tests/support/authorization/calls.ts.`)
    return kind === undefined ? [] : [{ place, part: field.part, path: field.path, kind }]
  })
  return [...new Map(found.map((field) => [field.place, field])).values()]
}

const placeOf = (contract: Endpoint, { part, path }: Pick<InputField, 'part' | 'path'>): string =>
  `${endpointKey(contract)} ${part} ${path}`

const lastName = (path: string): string =>
  path
    .split('.')
    .filter((name) => name !== '[]')
    .at(-1) ?? ''

function kindOf(contract: Endpoint, field: Pick<InputField, 'part' | 'path'>): Kind | undefined {
  if (field.part !== 'params') return BY_PLACE[placeOf(contract, field)] ?? BY_NAME[lastName(field.path)]
  // By the secret of its page, not by its id.
  if (contract.path.startsWith('/api/public/tickets/')) return 'ticketPage'
  const [, word = ''] = new RegExp(`([\\w-]+)/\\{${field.path}\\}`).exec(contract.path) ?? []
  return BY_WORD[word]
}

export type Ids = Readonly<Record<Kind, string>>

/** Builds a valid call with these ids; `other` replaces the id of one field. */
export function callOf(contract: Endpoint, ids: Ids, other?: { field: IdField; id: string }): Call {
  const sent = toTakable(contract, other ? holeOf(contract, other.field).fill(MARK) : fair(contract))
  const filled = Object.fromEntries(
    PARTS.flatMap((part) => {
      const kindAt = (path: string): Kind | undefined => kindOf(contract, { part, path })
      return part in sent ? [[part, fillIn(sent[part], '', { kindAt, ids, id: other?.id })]] : []
    }),
  )
  return {
    path: addressOf(contract, filled),
    body: FILES[endpointKey(contract)] ?? filled['body'],
    endsSession: ENDS_SESSION.has(endpointKey(contract)),
  }
}

/** Values that rules beyond the schema require; without them the call is refused before its ids are looked up. */
const TAKABLE: Readonly<Record<string, { query?: object; body?: object }>> = {
  'GET /api/domains/force-settings': { query: { domain: 'aurora.localhost' } },
  'GET /api/promoter/reports/pace': { query: { eventId: 'Words' } },
  'POST /api/public/checkout': { body: { expectedTotal: 25 } },
  'POST /api/public/promo-codes/validate': { body: { code: 'SPRING' } },
  'POST /api/promoter/invitations': { body: { role: 'door' } },
  'PUT /api/promoter/members/{accountId}': { body: { role: 'door' } },
  'PUT /api/promoter/events/{id}/fees': { body: { ticketPercentageFee: 2, orderPercentageFee: 2 } },
  'POST /api/operator/terms': { body: { ticketPercentageFee: 2, orderPercentageFee: 2 } },
  'POST /api/operator/promoters/{id}/terms': { body: { ticketPercentageFee: 2, orderPercentageFee: 2 } },
  // With a ticketId instead.
  'POST /api/promoter/events/{id}/check-ins': { body: { code: undefined, ticketId: randomUUID() } },
  // Dry run.
  'POST /api/promoter/promo-codes/import': { query: { mode: 'none' } },
  'POST /api/promoter/orders/{id}/refunds': { body: { all: true } },
  'POST /api/promoter/orders/{id}/refund-previews': { body: { all: true } },
}

function toTakable(contract: Endpoint, sent: Sent): Sent {
  const more = TAKABLE[endpointKey(contract)]
  if (!more || Object(sent.body).tickets) return sent
  return Object.fromEntries(
    PARTS.flatMap((part) => {
      const added = part === 'params' ? undefined : more[part]
      if (!added) return part in sent ? [[part, sent[part]]] : []
      const present = Object(sent[part])
      const marked = Object.entries(present).filter(([, value]) => value === MARK)
      const all = Object.entries({ ...present, ...added, ...Object.fromEntries(marked) })
      return [[part, Object.fromEntries(all.filter(([, value]) => value !== undefined))]]
    }),
  )
}

/** Bodies of uploads. */
const FILES: Readonly<Record<string, Blob>> = {
  'POST /api/promoter/promo-codes/import': new Blob(['code,discount\nCSV-1,15%\n']),
}

const ENDS_SESSION = new Set([
  'POST /api/auth/customer/logout',
  'POST /api/auth/customer/logout-everywhere',
  'DELETE /api/auth/customer/sessions/{id}',
])

const MARK = '❖'
/** Placeholders for ids in generated samples (tests/support/hostile/holes.ts). */
const SAMPLES = new Set(['0b9f6f2e-3c4d-4e5f-8a6b-7c8d9e0f1a2b', 'Words', ''])

function holeOf(contract: Endpoint, { part, path }: IdField): { fill: (value: unknown) => Sent } {
  const hole = holesOf(contract).find((each) => each.path === `${part}.${path}` && each.kind === 'text')
  if (!hole) throw new Error(`${endpointKey(contract)} has no place for ${part} ${path}.`)
  return hole
}

interface Filling {
  kindAt: (path: string) => Kind | undefined
  ids: Ids
  id: string | undefined
}

function fillIn(value: unknown, path: string, filling: Filling): unknown {
  if (value === MARK) return filling.id
  if (typeof value === 'string') {
    const kind = SAMPLES.has(value) ? filling.kindAt(path) : undefined
    return kind === undefined ? value : filling.ids[kind]
  }
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`)
  if (Array.isArray(value)) return value.map((each) => fillIn(each, below('[]'), filling))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, fillIn(each, below(name), filling)]),
  )
}

function addressOf({ path }: Endpoint, { params, query }: Record<string, unknown>): string {
  const given: Record<string, unknown> = Object(params)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])))
  const search = new URLSearchParams(
    Object.entries(Object(query)).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return search.size > 0 ? `${filled}?${search}` : filled
}
