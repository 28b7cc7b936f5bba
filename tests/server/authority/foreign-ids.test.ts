import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { updateProfile } from '#contracts/accounts.ts'
import { REPORTS } from '#contracts/console/reports.ts'
import { endpoint, type Endpoint } from '#contracts/endpoint.ts'
import { reference } from '#model/bounds.ts'
import { keyOf } from '#server/openapi/contract-sources.ts'
import { listContracts } from '#server/openapi/list-contracts.ts'
import type { Answer } from '#tests/support/ask.ts'
import { callOf, idFields, type IdField } from '#tests/support/authority/calls.ts'
import { expectedVerdict } from '#tests/support/authority/expected.ts'
import {
  CALLERS,
  nameOf,
  openAuthorityStage,
  type AuthorityStage,
  type Caller,
  type Digest,
} from '#tests/support/authority/stage.ts'

const FIELDS = listContracts().flatMap(({ contract }) =>
  idFields(contract).map((field) => [field.place, contract, field] as const),
)

/** Each that may make the call about its own things; of those who may all do it, one with an account and one without. */
function callersOf(contract: Endpoint): Caller[] {
  const names = ['nobody', 'customer', 'owner']
  const isOpen = contract.access === 'anyone' || contract.access === 'account'
  return CALLERS.filter((caller) => {
    if ('person' in caller && caller.person === 'another promoter’s owner') return false
    if (isOpen && !names.includes(nameOf(caller))) return false
    return expectedVerdict(contract, caller) === 'in'
  })
}

let stage: AuthorityStage
/** How the database is before the next call. */
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
  return stage.send({ contract, call: callOf(contract, ids, { field, id }), caller })
}

/** The same for every id, and for what is made anew each time. */
const worded = ({ status, success, data, error }: Answer<unknown>, id: string): string =>
  JSON.stringify({ status, success, data, error })
    .replaceAll(id, 'the id')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'an id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a moment')

describe('another promoter’s is answered as what nobody has, and nothing happens to it', () => {
  test.each(FIELDS)('%s', async (_, contract, field) => {
    const foreignId = stage.foreign.things[field.kind]
    const nothings = randomUUID()
    const before = standing ?? (await stage.digest())
    const wrong: unknown[] = []
    let isRefused = true
    for (const caller of callersOf(contract)) {
      const nothing = await ask({ contract, caller, field }, nothings)
      const foreign = await ask({ contract, caller, field }, foreignId)
      isRefused &&= !nothing.success && !foreign.success
      const [one, other] = [worded(nothing, nothings), worded(foreign, foreignId)]
      if (one !== other || foreign.status >= 500) wrong.push([nameOf(caller), one, other])
    }
    const after = await stage.digest()
    standing = after
    expect(wrong).toEqual([])
    const watched = isRefused ? 'all' : 'foreign'
    expect(after[watched]).toBe(before[watched])
  })
})

/** What takes something away comes last, and the refund of a whole order after that of one ticket. */
function rankOf({ method, path }: Endpoint, { part }: IdField): number {
  if (path.endsWith('/refunds')) return part === 'params' ? 2 : 1
  return method === 'DELETE' || /\/(?:cancel|unpublish)$/.test(path) ? 1 : 0
}

test('what happens to the other promoter would be noticed', async () => {
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

/** Where an own id makes no difference to the answer, and why. */
const BLIND = [
  // Whoever knows a cart's id has the cart; emptied or given up it looks like one that never was.
  'GET /api/public/events/{id}/tickets query cart',
  'PUT /api/public/carts/{cartId} params cartId',
  'DELETE /api/public/carts/{cartId} params cartId',
  // Written to the log alone.
  'POST /api/tracking-debug/log body trackingLinkId',
  // Compared with what is there.
  'PUT /api/promoter/ticket-types/{id}/taxes body before.[]',
  // The pace of sales alone is compared with another event's.
  ...Object.values(REPORTS)
    .filter(({ path }) => !path.endsWith('/pace'))
    .map((contract) => `${keyOf(contract)} query against`),
]

test('an own one is answered otherwise: these calls are about what they name', async () => {
  await stage.close()
  stage = await openAuthorityStage()
  const blind: string[] = []
  const inOrder = FIELDS.toSorted((one, other) => rankOf(one[1], one[2]) - rankOf(other[1], other[2]))
  for (const [place, contract, field] of inOrder) {
    const caller =
      contract.access === 'anyone' ? ({ person: 'nobody' } as const) : ({ person: 'owner' } as const)
    const nothings = randomUUID()
    const nothing = await ask({ contract, caller, field }, nothings)
    const id = stage.own.things[field.kind]
    const own = await ask({ contract, caller, field }, id)
    if (worded(nothing, nothings) === worded(own, id))
      blind.push(`${place}: ${worded(own, id).slice(0, 160)}`)
  }
  expect(blind.filter((each) => !BLIND.some((place) => each.startsWith(place)))).toEqual([])
})

test('an id of a new kind is noticed', () => {
  const params = z.object({ id: reference })
  const path = '/api/promoter/things/{id}'
  const fresh = endpoint({ method: 'GET', path, access: 'anyone', params, data: z.null(), errors: [] })
  expect(() => idFields(fresh)).toThrow('What is named by "GET /api/promoter/things/{id} params id"?')
})
