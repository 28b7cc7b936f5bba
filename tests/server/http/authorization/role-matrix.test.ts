import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { listFeeInvoices } from '#contracts/console/fee-invoices.ts'
import { listAllFeeInvoices } from '#contracts/operator/fee-invoices.ts'
import {
  FEE_INVOICE_FILE,
  OPERATOR_FEE_INVOICE_FILE,
  OPERATOR_FEE_INVOICES_FILE,
} from '#server/http/answers/answer-fee-invoice.ts'
import { REPORT_FILES } from '#server/http/answers/answer-report.ts'
import { STATEMENT_FORMATS, statementRoute } from '#server/http/answers/answer-statement.ts'
import { listOperatorLog } from '#contracts/operator/audit.ts'
import { OPERATOR_LOG_FILE } from '#server/http/operator/answer-operator-log.ts'
import { PROMO_CODES_FILE } from '#server/http/answers/answer-promo-codes.ts'
import { EXPORTS } from '#server/http/console/answer-export.ts'
import { earningsBreakdown } from '#contracts/portal/earnings.ts'
import { openPromoter } from '#contracts/console/promoters.ts'
import { listPromoCodes } from '#contracts/console/pricing/promo-codes.ts'
import { endpointKey } from '#server/openapi/contract-names.ts'
import { listContracts } from '#server/openapi/list-contracts.ts'
import { callOf } from '#tests/support/authorization/calls.ts'
import { expectedVerdict, type Verdict } from '#tests/support/authorization/expected.ts'
import {
  CALLERS,
  PLACES,
  nameOf,
  openAuthorityStage,
  type AuthorityStage,
  type Caller,
  type Place,
} from '#tests/support/authorization/stage.ts'
import { IS_FULL, inTurn } from '#tests/support/sample.ts'

/** All contracts without authentication; new ones are added deliberately. */
const PUBLIC = [
  'DELETE /api/public/carts/{cartId}',
  'DELETE /api/public/orders/{id}/tickets/{ticketId}/offers',
  'DELETE /api/public/tickets/{id}/offers',
  'GET /api/domains/force-settings',
  'GET /api/domains/tls-allowed',
  'GET /api/fee-configuration-for-event',
  'GET /api/public/carts/{cartId}',
  'GET /api/public/domains/resolve',
  'GET /api/public/events',
  'GET /api/public/events/{idOrSlug}',
  'GET /api/public/events/{id}/legal-texts',
  'GET /api/public/events/{id}/tickets',
  'GET /api/public/fee-configurations/default',
  'GET /api/public/orders/{id}',
  'GET /api/public/registration',
  'GET /api/public/ticket-offers/{id}',
  'GET /api/public/tickets/{id}',
  'GET /api/public/voucher-offer',
  'POST /api/auth/customer/login',
  'POST /api/auth/customer/login/passkey',
  'POST /api/auth/customer/login/passkey/options',
  'POST /api/auth/customer/logout',
  'POST /api/auth/refresh-token',
  'POST /api/door/pair',
  'POST /api/payments/cancel',
  'POST /api/payments/confirm',
  'POST /api/payments/create-intent',
  'POST /api/public/auth/customer/invitations/show',
  'POST /api/public/auth/customer/keep-second-factors',
  'POST /api/public/auth/customer/register',
  'POST /api/public/auth/customer/resend-verification',
  'POST /api/public/auth/customer/reset-password',
  'POST /api/public/auth/customer/reset-password/confirm',
  'POST /api/public/auth/customer/undo-email-change',
  'POST /api/public/auth/customer/verify-email',
  'POST /api/public/auth/customer/verify-email/show',
  'POST /api/public/bank-accounts/undo',
  'POST /api/public/checkout',
  'POST /api/public/orders/{id}/confirm',
  'POST /api/public/orders/{id}/resends',
  'POST /api/public/orders/{id}/returns',
  'POST /api/public/orders/{id}/returns/preview',
  'POST /api/public/orders/{id}/tickets/{ticketId}/codes',
  'POST /api/public/orders/{id}/tickets/{ticketId}/offers',
  'POST /api/public/promo-codes/validate',
  'POST /api/public/ticket-offers/{id}/accept',
  'POST /api/public/tickets/{id}/codes',
  'POST /api/public/tickets/{id}/offers',
  'POST /api/public/voucher-orders',
  'POST /api/public/vouchers/check',
  'POST /api/tracking-debug/log',
  'POST /api/tracking-links/{id}/click',
  'PUT /api/public/carts/{cartId}',
  'PUT /api/public/orders/{id}/email',
  'PUT /api/public/orders/{id}/tickets/{ticketId}/holder',
  'PUT /api/public/tickets/{id}/holder',
]

/**
 * UNAUTHENTICATED, FORBIDDEN and DEVICE_REVOKED are refusals; any other code means that the call was authorised. NOT_FOUND refuses callers of other
 * promoters; for members it also means that a resource belongs to the owner.
 */
function verdictOf(contract: Endpoint, caller: Caller, code: string | undefined): Verdict {
  const refusal = REFUSALS.find((each) => each === code)
  return refusal ?? (code === 'NOT_FOUND' && isRefusedAsUnknown(contract, caller) ? code : 'in')
}

function isRefusedAsUnknown({ access, params }: Endpoint, caller: Caller): boolean {
  if ('device' in caller) return access === 'door'
  const isOutside = 'person' in caller && caller.person === 'another promoter’s owner'
  return (access === 'member' || access === 'door') && (isOutside || !params)
}

const REFUSALS = ['UNAUTHENTICATED', 'FORBIDDEN', 'DEVICE_REVOKED'] as const

/** Downloads have no contract: they need the scope or permission of the list that they export. */
const FILES: readonly Endpoint[] = [
  ...EXPORTS.map(({ path, contract }) => ({ ...contract, path: pathOf(path) })),
  ...REPORT_FILES.map(({ path, contract }) => ({ ...contract, path: pathOf(path) })),
  { ...listPromoCodes, path: PROMO_CODES_FILE.path },
  { ...listOperatorLog, path: OPERATOR_LOG_FILE.path },
  { ...listFeeInvoices, path: pathOf(FEE_INVOICE_FILE.path) },
  { ...listAllFeeInvoices, path: pathOf(OPERATOR_FEE_INVOICE_FILE.path) },
  { ...listAllFeeInvoices, path: pathOf(OPERATOR_FEE_INVOICES_FILE.path) },
  ...STATEMENT_FORMATS.map((format) => ({
    ...earningsBreakdown,
    path: pathOf(statementRoute(format).path),
  })),
]

function pathOf(path: string): Endpoint['path'] {
  // All paths are below /api.
  return path as Endpoint['path']
}

const CONTRACTS = [...listContracts().map(({ contract }) => contract), ...FILES]
/** Called last: deletions, cancellations, the start of support, and the call that makes the customer an owner. */
const isAnEnd = ({ method, path }: Endpoint): boolean =>
  method === 'DELETE' || path.endsWith('/cancel') || path.endsWith('/support') || path === openPromoter.path
const IN_ORDER = [...CONTRACTS.filter((each) => !isAnEnd(each)), ...CONTRACTS.filter(isAnEnd)]

/** An API key belongs to one promoter and ignores the host. */
const KINDS = ['person', 'device', 'scope'] as const
const kindsAt = (place: Place): readonly string[] => (place === 'own host' ? KINDS : ['person', 'device'])

/**
 * All callers in the full run. The sample has one of each kind for each answer that the kind gets, in turn: a contract's callers get
 * the same answer by the same scope or permission, which other contracts have too.
 */
function callersOf(contract: Endpoint, place: Place, turn: number): readonly Caller[] {
  return kindsAt(place).flatMap((kind) => {
    const ofKind = CALLERS.filter((caller) => kind in caller)
    const byAnswer = Map.groupBy(ofKind, (caller) => expectedVerdict(contract, caller, place))
    return [...byAnswer.values()].flatMap((callers) => inTurn(callers, turn))
  })
}

let stage: AuthorityStage
beforeAll(async () => {
  stage = await openAuthorityStage()
})
afterAll(() => stage.close())

describe('each call authorizes exactly the callers that its contract names', () => {
  // The main site authorizes as a promoter's host does, except for operators: the sample has every third call there, and theirs.
  const isTried = ({ access }: Endpoint, place: Place, index: number): boolean =>
    IS_FULL || place === 'own host' || access === 'operator' || index % 3 === 0
  const calls = IN_ORDER.flatMap((contract, index) =>
    PLACES.filter((place) => isTried(contract, place, index)).map(
      (place) => [endpointKey(contract), place, contract] as const,
    ),
  ).map(([name, place, contract], turn) => [name, place, { contract, turn }] as const)
  test.each(calls)('%s on the %s', async (_, place, { contract, turn }) => {
    const wrong: unknown[] = []
    const tryAs = async (caller: Caller): Promise<void> => {
      const ids = { ...stage.own.things, account: stage.accountOf(caller) }
      const { status, error } = await stage.send({ contract, call: callOf(contract, ids), caller, place })
      const verdict = verdictOf(contract, caller, error?.code)
      if (verdict !== expectedVerdict(contract, caller, place)) wrong.push([nameOf(caller), status, error])
    }
    const callers = callersOf(contract, place, turn)
    const changesSomething = (caller: Caller): boolean =>
      contract.method !== 'GET' && expectedVerdict(contract, caller, place) === 'in'
    await Promise.all(callers.filter((caller) => !changesSomething(caller)).map(tryAs))
    for (const caller of callers.filter(changesSomething)) await tryAs(caller)
    expect(wrong).toEqual([])
  })
})

test('the public contracts are those listed here', () => {
  const open = CONTRACTS.filter(({ access }) => access === 'anyone').map(endpointKey)
  expect(open.toSorted()).toEqual(PUBLIC)
})

test('a contract without a scope fails the matrix', () => {
  const { scope: _, ...silent } = listPromoCodes
  expect(() => expectedVerdict(silent, { person: 'owner' }, 'own host')).toThrow('has no scope')
})
