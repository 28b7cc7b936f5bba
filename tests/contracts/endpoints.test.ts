import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account/accounts.ts'
import * as carts from '#contracts/shop/carts.ts'
import * as catalog from '#contracts/shop/catalog.ts'
import * as domains from '#contracts/console/domains.ts'
import * as earnings from '#contracts/portal/earnings.ts'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { ERRORS } from '#contracts/platform/errors.ts'
import * as fees from '#contracts/shop/fees.ts'
import * as hosts from '#contracts/platform/domains.ts'
import * as orders from '#contracts/checkout/orders.ts'
import * as payments from '#contracts/checkout/payments.ts'
import * as promo from '#contracts/shop/promo.ts'
import * as sharedAccounts from '#contracts/platform/accounts.ts'
import * as signIn from '#contracts/account/sign-in.ts'
import * as sessions from '#contracts/account/sessions.ts'
import * as secondFactors from '#contracts/account/second-factors.ts'
import * as staff from '#contracts/portal/staff.ts'
import * as tracking from '#contracts/shop/tracking.ts'
import { isEndpoint, namesOf, readConsoleEndpoints } from '#tests/support/endpoints.ts'

const ENDPOINTS = [
  accounts,
  carts,
  catalog,
  domains,
  earnings,
  fees,
  hosts,
  orders,
  payments,
  promo,
  sharedAccounts,
  secondFactors,
  sessions,
  signIn,
  staff,
  tracking,
].flatMap((noun) => Object.values<unknown>(noun).filter(isEndpoint))
const ALL = [...new Set([...ENDPOINTS, ...(await readConsoleEndpoints())])]
const named = ALL.map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint])

const parametersOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const keysOf = (schema: unknown): string[] => {
  if (schema === undefined) return []
  if (
    typeof schema === 'object' &&
    schema !== null &&
    'shape' in schema &&
    typeof schema.shape === 'object' &&
    schema.shape
  ) {
    return Object.keys(schema.shape)
  }
  throw new Error('Parameters are described by an object.')
}

/** Normalises parameter names, to compare paths. */
const shapeOf = (endpoint: Endpoint): string =>
  `${endpoint.method} ${endpoint.path.replaceAll(/\{\w+\}/g, '{}')}`

describe('endpoints', () => {
  test('§7, the paths of a purchase, of accounts, of domains, of staff and of tracking are all there', () => {
    expect(namesOf(ENDPOINTS)).toEqual([
      'DELETE /api/auth/customer/authenticator',
      'DELETE /api/auth/customer/avatar',
      'DELETE /api/auth/customer/me',
      'DELETE /api/auth/customer/passkeys/{id}',
      'DELETE /api/auth/customer/sessions/{id}',
      'DELETE /api/domains/{id}',
      'DELETE /api/public/carts/{cartId}',
      'GET /api/auth/customer/me',
      'GET /api/auth/customer/orders',
      'GET /api/auth/customer/promoters',
      'GET /api/auth/customer/security',
      'GET /api/auth/customer/sessions',
      'GET /api/domains',
      'GET /api/domains/force-settings',
      'GET /api/domains/look',
      'GET /api/domains/tls-allowed',
      'GET /api/domains/{id}/check-verification',
      'GET /api/domains/{id}/settings',
      'GET /api/fee-configuration-for-event',
      'GET /api/public/carts/{cartId}',
      'GET /api/public/domains/resolve',
      'GET /api/public/events',
      'GET /api/public/events/{idOrSlug}',
      'GET /api/public/events/{id}/tickets',
      'GET /api/public/fee-configurations/default',
      'GET /api/public/orders/{id}',
      'GET /api/public/staff/assignments',
      'GET /api/public/staff/earnings',
      'GET /api/public/staff/profile',
      'GET /api/public/staff/tracking-links',
      'GET /api/public/staff/tracking-links/{id}',
      'GET /api/staff/{id}/earnings/breakdown',
      'POST /api/auth/customer/authenticator',
      'POST /api/auth/customer/authenticator/confirm',
      'POST /api/auth/customer/authenticator/recovery-codes',
      'POST /api/auth/customer/avatar',
      'POST /api/auth/customer/change-email',
      'POST /api/auth/customer/change-password',
      'POST /api/auth/customer/export',
      'POST /api/auth/customer/keep-second-factors',
      'POST /api/auth/customer/login',
      'POST /api/auth/customer/login/passkey',
      'POST /api/auth/customer/login/passkey/options',
      'POST /api/auth/customer/logout',
      'POST /api/auth/customer/logout-everywhere',
      'POST /api/auth/customer/passkeys',
      'POST /api/auth/customer/passkeys/options',
      'POST /api/auth/refresh-token',
      'POST /api/domains',
      'POST /api/domains/look/pictures/{kind}',
      'POST /api/domains/preview-look',
      'POST /api/domains/{id}/verify',
      'POST /api/payments/cancel',
      'POST /api/payments/confirm',
      'POST /api/payments/create-intent',
      'POST /api/payments/webhook',
      'POST /api/promoter/earnings/decide',
      'POST /api/promoter/payouts/{id}/decide',
      'POST /api/public/auth/customer/keep-second-factors',
      'POST /api/public/auth/customer/register',
      'POST /api/public/auth/customer/resend-verification',
      'POST /api/public/auth/customer/reset-password',
      'POST /api/public/auth/customer/reset-password/confirm',
      'POST /api/public/auth/customer/undo-email-change',
      'POST /api/public/auth/customer/verify-email',
      'POST /api/public/auth/customer/verify-email/show',
      'POST /api/public/checkout',
      'POST /api/public/orders/{id}/confirm',
      'POST /api/public/orders/{id}/resends',
      'POST /api/public/promo-codes/validate',
      'POST /api/public/staff/events/{id}/request-payout',
      'POST /api/public/staff/tracking-links',
      'POST /api/staff/{id}/payouts',
      'POST /api/staff/{id}/{connect}/account',
      'POST /api/staff/{id}/{connect}/dashboard-link',
      'POST /api/staff/{id}/{connect}/onboarding-link',
      'POST /api/tracking-debug/log',
      'POST /api/tracking-links/{id}/click',
      'PUT /api/auth/customer/profile',
      'PUT /api/domains/look',
      'PUT /api/domains/{id}/settings',
      'PUT /api/public/carts/{cartId}',
      'PUT /api/public/orders/{id}/email',
      'PUT /api/public/staff/tracking-links/{id}',
      'PUT /api/staff/profile',
    ])
  })

  test('method and path are unique', () => {
    expect(new Set(ALL.map(shapeOf)).size).toBe(ALL.length)
  })

  test.each(named)('%s describes the parameters in its path', (_, endpoint) => {
    expect(keysOf(endpoint.params).toSorted()).toEqual(parametersOf(endpoint.path).toSorted())
  })

  test.each(named)('%s declares only known error codes, each once', (_, { errors = [] }) => {
    expect(errors.filter((code) => !(code in ERRORS))).toEqual([])
    expect(new Set(errors).size).toBe(errors.length)
  })

  test('none takes a body with GET; DELETE takes one only where a password has to be entered once more', () => {
    const [reading, deleting] = ['GET', 'DELETE'].map((method) =>
      ALL.filter((endpoint) => endpoint.method === method),
    )
    expect(reading?.length).toBeGreaterThan(0)
    expect(reading?.filter((endpoint) => endpoint.body)).toEqual([])
    expect(deleting?.filter((endpoint) => endpoint.body).flatMap(({ body }) => keysOf(body))).toEqual(
      deleting?.filter((endpoint) => endpoint.body).map(() => 'password'),
    )
  })

  test('personal endpoints require a token, and public ones don’t', () => {
    const own = ENDPOINTS.filter(({ access }) => access === 'account').map(({ path }) => path)
    expect(
      own.every((path) =>
        /^\/api\/(auth\/customer\/|domains(\/|$)|(public\/)?staff\/|promoter\/)/.test(path),
      ),
    ).toBe(true)
    expect(own.length).toBeGreaterThan(10)
  })

  test('§9: only the default fee configuration is cacheable, for 15 minutes', () => {
    expect(
      ALL.filter((endpoint) => endpoint.maxAgeSeconds).map((endpoint) => [
        endpoint.path,
        endpoint.maxAgeSeconds,
      ]),
    ).toEqual([['/api/public/fee-configurations/default', 900]])
  })
})
