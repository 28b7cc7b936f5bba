import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contracts/endpoint.ts'
import { REPORT_FILES } from '#server/http/answer-report.ts'
import { STATEMENT_FORMATS, statementRoute } from '#server/http/answer-statement.ts'
import { PROMO_CODES_FILE } from '#server/http/answer-promo-codes.ts'
import { EXPORTS } from '#server/http/console/answer-export.ts'
import { earningsBreakdown } from '#contracts/earnings.ts'
import { openPromoter } from '#contracts/console/promoters.ts'
import { listPromoCodes } from '#contracts/console/promo-codes.ts'
import { keyOf } from '#server/openapi/contract-sources.ts'
import { listContracts } from '#server/openapi/list-contracts.ts'
import { callOf } from '#tests/support/authority/calls.ts'
import { expectedVerdict, type Verdict } from '#tests/support/authority/expected.ts'
import {
  CALLERS,
  PLACES,
  nameOf,
  openAuthorityStage,
  type AuthorityStage,
  type Caller,
} from '#tests/support/authority/stage.ts'

/** What anybody may call. Whatever else is open to all has to be written down here. */
const PUBLIC = [
  'DELETE /api/public/carts/{cartId}',
  'GET /api/domains/force-settings',
  'GET /api/domains/tls-allowed',
  'GET /api/fee-configuration-for-event',
  'GET /api/public/carts/{cartId}',
  'GET /api/public/domains/resolve',
  'GET /api/public/events',
  'GET /api/public/events/{idOrSlug}',
  'GET /api/public/events/{id}/tickets',
  'GET /api/public/fee-configurations/default',
  'GET /api/public/orders/{id}',
  'POST /api/auth/customer/login',
  'POST /api/auth/customer/login/passkey',
  'POST /api/auth/customer/login/passkey/options',
  'POST /api/auth/customer/logout',
  'POST /api/auth/refresh-token',
  'POST /api/payments/cancel',
  'POST /api/payments/confirm',
  'POST /api/payments/create-intent',
  'POST /api/public/auth/customer/invitations/show',
  'POST /api/public/auth/customer/register',
  'POST /api/public/auth/customer/resend-verification',
  'POST /api/public/auth/customer/reset-password',
  'POST /api/public/auth/customer/reset-password/confirm',
  'POST /api/public/auth/customer/undo-email-change',
  'POST /api/public/auth/customer/verify-email',
  'POST /api/public/auth/customer/verify-email/show',
  'POST /api/public/checkout',
  'POST /api/public/orders/{id}/confirm',
  'POST /api/public/promo-codes/validate',
  'POST /api/tracking-debug/log',
  'POST /api/tracking-links/{id}/click',
  'PUT /api/public/carts/{cartId}',
]

/**
 * Refusals of the caller, by their codes: any other means that the call was let in. Some things of the owner's are not there for
 * other members, who are let in all the same.
 */
function verdictOf(contract: Endpoint, caller: Caller, code: string | undefined): Verdict {
  if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN') return code
  const isOutside = 'person' in caller && caller.person === 'another promoter’s owner'
  return contract.access === 'member' && code === 'NOT_FOUND' && (isOutside || !contract.params) ? code : 'in'
}

/** What is answered as a file is for whoever may read what it is a file of. */
const FILES: readonly Endpoint[] = [
  ...EXPORTS.map(({ path, contract }) => ({ ...contract, path: pathOf(path) })),
  ...REPORT_FILES.map(({ path, contract }) => ({ ...contract, path: pathOf(path) })),
  { ...listPromoCodes, path: PROMO_CODES_FILE.path },
  ...STATEMENT_FORMATS.map((format) => ({
    ...earningsBreakdown,
    path: pathOf(statementRoute(format).path),
  })),
]

function pathOf(path: string): Endpoint['path'] {
  // Everything here is below /api.
  return path as Endpoint['path']
}

const CONTRACTS = [...listContracts().map(({ contract }) => contract), ...FILES]
/** What takes something away comes last, and what makes a customer an owner. */
const isAnEnd = ({ method, path }: Endpoint): boolean =>
  method === 'DELETE' || path.endsWith('/cancel') || path === openPromoter.path
const IN_ORDER = [...CONTRACTS.filter((each) => !isAnEnd(each)), ...CONTRACTS.filter(isAnEnd)]

const isPerson = (caller: Caller): boolean => 'person' in caller

let stage: AuthorityStage
beforeAll(async () => {
  stage = await openAuthorityStage()
})
afterAll(() => stage.close())

describe('every call lets in exactly those whom its contract names', () => {
  const calls = IN_ORDER.flatMap((contract) =>
    PLACES.map((place) => [keyOf(contract), place, contract] as const),
  )
  test.each(calls)('%s on the %s', async (_, place, contract) => {
    const wrong: unknown[] = []
    // A key is for one promoter, wherever it is used.
    for (const caller of place === 'own host' ? CALLERS : CALLERS.filter(isPerson)) {
      const ids = { ...stage.own.things, account: stage.accountOf(caller) }
      const { status, error } = await stage.send({ contract, call: callOf(contract, ids), caller, place })
      const verdict = verdictOf(contract, caller, error?.code)
      if (verdict !== expectedVerdict(contract, caller)) wrong.push([nameOf(caller), status, error])
    }
    expect(wrong).toEqual([])
  })
})

test('what is open to everybody is written down', () => {
  const open = CONTRACTS.filter(({ access }) => access === 'anyone').map(keyOf)
  expect(open.toSorted()).toEqual(PUBLIC)
})

test('a contract that does not say who may call it is noticed', () => {
  const { scope: _, ...silent } = listPromoCodes
  expect(() => expectedVerdict(silent, { person: 'owner' })).toThrow('has no scope')
})
