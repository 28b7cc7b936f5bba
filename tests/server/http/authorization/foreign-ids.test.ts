import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { updateProfile } from '#contracts/account/accounts.ts'
import { REPORTS } from '#contracts/console/reports.ts'
import { endpoint, type Endpoint } from '#contracts/platform/endpoint.ts'
import { reference } from '#model/platform/bounds.ts'
import { endpointKey } from '#server/openapi/contract-names.ts'
import { listContracts } from '#server/openapi/list-contracts.ts'
import type { Answer } from '#tests/support/ask.ts'
import { callOf, idFields, type IdField } from '#tests/support/authorization/calls.ts'
import { expectedVerdict } from '#tests/support/authorization/expected.ts'
import {
  CALLERS,
  nameOf,
  openAuthorityStage,
  type AuthorityStage,
  type Caller,
  type Digest,
  type PersonName,
  type Place,
} from '#tests/support/authorization/stage.ts'
import { inTurn } from '#tests/support/sample.ts'

/** Without those for operators, to whom no promoter is foreign. */
const FIELDS = listContracts()
  .filter(({ contract }) => contract.access !== 'operator')
  .flatMap(({ contract }) => idFields(contract).map((field) => [field.place, contract, field] as const))

/** Authorised callers; three for public contracts and those for any account. */
function callersOf(contract: Endpoint): Caller[] {
  const names = ['nobody', 'customer', 'owner']
  const isOpen = contract.access === 'anyone' || contract.access === 'account'
  return CALLERS.filter((caller) => {
    if ('person' in caller && caller.person === 'another promoter’s owner') return false
    if (isOpen && !names.includes(nameOf(caller))) return false
    return expectedVerdict(contract, caller, placeOf(contract)) === 'in'
  })
}

/** Operators' calls work on the main site only. */
const placeOf = ({ access }: Endpoint): Place => (access === 'operator' ? 'main site' : 'own host')

let stage: AuthorityStage
/** Digest after the previous call. */
let standing: Digest | undefined
beforeAll(async () => {
  stage = await openAuthorityStage()
})
afterAll(() => stage.close())

const ask = (
  { contract, caller, field }: { contract: Endpoint; caller: Caller; field: IdField },
  id: string,
): Promise<Answer<unknown>> => {
  const ids = { ...stage.own.things, account: stage.accountOf(caller) }
  const call = callOf(contract, ids, { field, id })
  return stage.send({ contract, call, caller, place: placeOf(contract) })
}

/** Response as text, without ids and times. */
const worded = ({ status, success, data, error }: Answer<unknown>, id: string): string =>
  JSON.stringify({ status, success, data, error })
    .replaceAll(id, 'the id')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'an id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a moment')
    .replaceAll(/(?<="\w{1,30}Ms":)\d+/g, 'a moment')

/** Operators act on all accounts: for them, no id is foreign. */
const TENANT_FIELDS = FIELDS.filter(([, { access }]) => access !== 'operator')

describe('a foreign id gets the response of an unknown id, and changes nothing', () => {
  const fields = TENANT_FIELDS.map(
    ([place, contract, field], turn) => [place, contract, { field, turn }] as const,
  )
  test.each(fields)('%s', async (_, contract, { field, turn }) => {
    const foreignId = stage.foreign.things[field.kind]
    const missingId = randomUUID()
    const before = standing ?? (await stage.digest())
    const wrong: unknown[] = []
    let isRefused = true
    for (const caller of inTurn(callersOf(contract), turn)) {
      const nothing = await ask({ contract, caller, field }, missingId)
      const foreign = await ask({ contract, caller, field }, foreignId)
      isRefused &&= !nothing.success && !foreign.success
      const [one, other] = [worded(nothing, missingId), worded(foreign, foreignId)]
      if (one !== other || foreign.status >= 500) wrong.push([nameOf(caller), one, other])
    }
    const after = await stage.digest()
    standing = after
    expect(wrong).toEqual([])
    const watched = isRefused ? 'all' : 'foreign'
    expect(after[watched]).toBe(before[watched])
  })
})

/** A new cart's id comes from the browser; the id of a passkey is the authenticator's. */
const OWN_FORMATS = ['/api/public/carts/{cartId}', '/api/auth/customer/passkeys/{id}']

test('a path with an id that is no UUID answers NOT_FOUND', async () => {
  const fields = FIELDS.filter(([, { path }, { part }]) => part === 'params' && !OWN_FORMATS.includes(path))
  const answers = fields.map(async ([place, contract, field]) => {
    const { status } = await ask({ contract, caller: { person: 'owner' }, field }, 'nonsense')
    return `${place}: ${status}`
  })
  expect(await Promise.all(answers)).toEqual(fields.map(([place]) => `${place}: 404`))
})

/** Order of calls: deletions, cancellations and ticket refunds last, refunds of whole orders at the very end. */
function rankOf({ method, path }: Endpoint, { part }: IdField): number {
  if (path.endsWith('/refunds')) return part === 'params' ? 2 : 1
  return method === 'DELETE' || /\/(?:cancel|unpublish|suspend)$/.test(path) ? 1 : 0
}

test('the digest changes with a row of the foreign promoter', async () => {
  const before = await stage.digest()
  const call = {
    path: updateProfile.path,
    body: { firstName: 'Grace', lastName: 'Hopper', phone: '' },
    endsSession: false,
  }
  const changed = await stage.send({
    contract: updateProfile,
    call,
    caller: { person: 'another promoter’s owner' },
  })
  expect(changed.status).toBe(200)
  expect((await stage.digest()).foreign).not.toBe(before.foreign)
})

/** Fields whose value doesn't affect the response, with the reason. */
const BLIND = [
  // A cart's id is its only key, and an emptied cart looks like a new one.
  'GET /api/public/events/{id}/tickets query cart',
  'PUT /api/public/carts/{cartId} params cartId',
  'DELETE /api/public/carts/{cartId} params cartId',
  // Only logged.
  'POST /api/tracking-debug/log body trackingLinkId',
  // The password is checked first, and none is correct here.
  'DELETE /api/auth/customer/passkeys/{id} params id',
  // The account's own address must be sent with it.
  'DELETE /api/operator/accounts/{id} params id',
  // Only compared with the stored list.
  'PUT /api/promoter/ticket-types/{id}/taxes body before.[]',
  // Only compared with the texts in force.
  'POST /api/public/checkout body acceptedLegalTexts.[].promoterId',
  'POST /api/public/voucher-orders body acceptedLegalTexts.[].promoterId',
  // Of a device's sale, and the stage has none: foreign events, ticket types and sales are tested in door-sales.test.ts.
  'POST /api/door/events/{id}/sales body sales.[].tickets.[].ticketTypeId',
  'POST /api/door/events/{id}/sales/{saleId}/void params',
  // The generated times of an entry window are equal, which is refused first: `entrances.test.ts` sends others.
  'PUT /api/promoter/events/{id}/entrances body fields',
  // There are no entries yet.
  'GET /api/operator/audit-log query',
  // Only the report `pace` compares events.
  ...Object.values(REPORTS)
    .filter(({ path }) => !path.endsWith('/pace'))
    .map((contract) => `${endpointKey(contract)} query against`),
]

const CALLER_OF: Partial<Record<Endpoint['access'], PersonName>> = { anyone: 'nobody', operator: 'operator' }

test('an own id gets another response than an unknown one', async () => {
  await stage.close()
  stage = await openAuthorityStage()
  const blind: string[] = []
  const inOrder = FIELDS.toSorted((one, other) => rankOf(one[1], one[2]) - rankOf(other[1], other[2]))
  for (const [place, contract, field] of inOrder) {
    const caller = { person: CALLER_OF[contract.access] ?? 'owner' } as const
    const missingId = randomUUID()
    const nothing = await ask({ contract, caller, field }, missingId)
    const id = stage.own.things[field.kind]
    const own = await ask({ contract, caller, field }, id)
    if (worded(nothing, missingId) === worded(own, id))
      blind.push(`${place}: ${worded(own, id).slice(0, 160)}`)
  }
  expect(blind.filter((each) => !BLIND.some((place) => each.startsWith(place)))).toEqual([])
})

test('an id field of an unknown kind fails', () => {
  const params = z.object({ id: reference })
  const path = '/api/promoter/things/{id}'
  const fresh = endpoint({
    description: 'Returns a thing.',
    method: 'GET',
    path,
    access: 'anyone',
    params,
    data: z.null(),
    errors: [],
  })
  expect(() => idFields(fresh)).toThrow('Unknown kind of id: GET /api/promoter/things/{id} params id')
})
