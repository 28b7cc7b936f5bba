import { expect, test } from 'vitest'
import { DEFAULT_MAX_BODY_BYTES } from '#contracts/platform/endpoint.ts'
import { listContracts } from '#server/openapi/list-contracts.ts'
import { bodySchema } from '#server/http/strict-body.ts'
import { endpointKey } from '#server/openapi/contract-names.ts'
import { toJsonSchema } from '#server/openapi/json-schemas.ts'
import { fieldsOf } from '#tests/support/input-fields.ts'

const CONTRACTS = listContracts().map(({ contract }) => contract)
const KB = 1024

test('bodies are limited to 16 KB unless the contract says otherwise', () => {
  expect(DEFAULT_MAX_BODY_BYTES).toBe(16 * KB)
  const larger = CONTRACTS.flatMap((contract) =>
    contract.maxBodyBytes === undefined ? [] : [[endpointKey(contract), contract.maxBodyBytes / KB]],
  )
  expect(Object.fromEntries(larger)).toEqual({
    // Files.
    'POST /api/auth/customer/avatar': 8 * KB,
    'POST /api/domains/look/pictures/{kind}': 2 * KB,
    'POST /api/operator/main-site/pictures/{kind}': 2 * KB,
    'POST /api/promoter/covers': 12 * KB,
    'POST /api/promoter/promo-codes/import': 2 * KB,
    // CSS.
    'POST /api/domains/preview-look': 256,
    'PUT /api/domains/look': 256,
    'PUT /api/domains/{id}/settings': 256,
    // Texts of emails, and events with their questions.
    'POST /api/door/events/{id}/sales': 512,
    'POST /api/door/events/{id}/sync': 256,
    'POST /api/email/send': 64,
    'POST /api/email/templates/{key}/preview': 64,
    'POST /api/operator/bank-files': 64,
    'POST /api/promoter/messages': 64,
    'POST /api/promoter/messages/preview': 64,
    'PUT /api/email/templates/{key}': 64,
    'PUT /api/promoter/events/{id}': 256,
    'PUT /api/operator/main-site/legal-texts/{kind}': 128,
    'PUT /api/promoter/legal-texts/{kind}': 128,
    // 50 gates and 50 lists of up to 100 ticket types.
    'PUT /api/promoter/events/{id}/entrances': 512,
    // All attendees with their answers.
    'POST /api/public/checkout': 256,
    'POST /api/public/ticket-offers/{id}/accept': 64,
    // 500 ids.
    'POST /api/promoter/earnings/decide': 32,
    // Third-party content: an authenticator's statement, a provider's event.
    'POST /api/auth/customer/login/passkey': 64,
    'POST /api/auth/customer/passkeys': 64,
    'POST /api/payments/webhook': 256,
  })
})

test('only calls of the specification and of WebAuthn ignore unknown fields', () => {
  expect(
    CONTRACTS.filter(({ allowsUnknownFields }) => allowsUnknownFields)
      .map(endpointKey)
      .toSorted(),
  ).toEqual([
    'POST /api/auth/customer/login',
    'POST /api/auth/customer/login/passkey',
    'POST /api/auth/customer/passkeys',
    'POST /api/public/auth/customer/register',
    'POST /api/public/auth/customer/resend-verification',
    'POST /api/public/auth/customer/reset-password',
    'POST /api/public/auth/customer/reset-password/confirm',
    'POST /api/staff/{id}/payouts',
    'POST /api/staff/{id}/{connect}/dashboard-link',
    'POST /api/staff/{id}/{connect}/onboarding-link',
    'POST /api/tracking-debug/log',
    'POST /api/tracking-links/{id}/click',
    'PUT /api/staff/profile',
  ])
})

test('all other bodies refuse unknown fields at any depth', () => {
  const open = CONTRACTS.filter(({ allowsUnknownFields }) => !allowsUnknownFields).flatMap((contract) => {
    const schema = bodySchema(contract)
    const fields = schema ? fieldsOf(toJsonSchema(schema, 'input')) : []
    return fields
      .filter((field) => field.schema.properties && field.schema['additionalProperties'] !== false)
      .map((field) => `${endpointKey(contract)} ${field.path}`)
  })
  expect(open).toEqual([])
})
