import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { isSignatureValid, signBody } from '#server/money/providers/sign-webhook.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const rawBody = JSON.stringify({ id: 'evt_1', object: 'event', name: 'Zoë' })
const stripe = new Stripe('sk_test_1')

test('Stripe’s library accepts our signatures, with the new and the old secret', () => {
  const signature = signBody(rawBody, { secrets: ['whsec_new', 'whsec_old'], at: NOW })
  for (const secret of ['whsec_new', 'whsec_old'])
    expect(
      stripe.webhooks.constructEvent(rawBody, signature, secret, 300, undefined, NOW / 1000),
    ).toMatchObject({
      id: 'evt_1',
    })
})

test('we accept signatures of Stripe’s library', () => {
  const timestamp = Math.floor(NOW / 1000)
  const signature = stripe.webhooks.generateTestHeaderString({
    payload: rawBody,
    secret: 'whsec_old',
    timestamp,
  })
  expect(isSignatureValid({ rawBody, signature }, { secrets: ['whsec_new', 'whsec_old'], now: NOW })).toBe(
    true,
  )
  expect(isSignatureValid({ rawBody, signature }, { secrets: ['whsec_new'], now: NOW })).toBe(false)
})
