import { randomUUID } from 'node:crypto'
import type { Card } from '#model/money/payments.ts'
import type { SandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import type { EngineIntent } from '#server/money/sandbox-engine/intent-rows.ts'
import { findTestCard, checkCard, type CheckedCard } from '#server/money/sandbox-engine/test-cards.ts'
import { group, list, text, type Form } from './form.ts'
import { invalid, missing, Refused } from './refused.ts'
import type { ApiRequest, Routes } from './routing.ts'
import {
  chargeId,
  intentIdOf,
  toCardError,
  toCharge,
  toDispute,
  toList,
  toPaymentIntent,
  toRefund,
  toTransaction,
  type ShownIntent,
} from './shapes.ts'

interface Parts {
  engine: SandboxEngine
  now: () => number
  url: () => string
  returnUrls: Map<string, string>
}

export function paymentRoutes(parts: Parts): Routes {
  const { engine } = parts
  const show = (intent: EngineIntent, form: Form): ShownIntent => showIntent(parts, intent, form)
  const ofIntent = async ({ query }: ApiRequest): Promise<EngineIntent> => {
    const id = text(query, 'payment_intent') ?? intentIdOf(text(query, 'charge') ?? '')
    return engine.intent(id)
  }
  return {
    'POST /v1/payment_intents': async (request) => show(await createIntent(engine, request), request.body),
    'GET /v1/payment_intents': async ({ query }) =>
      toList(
        '/v1/payment_intents',
        (await engine.intents(limitOf(query))).map((each) => show(each, query)),
      ),
    'GET /v1/payment_intents/search': async ({ query }) => {
      const [, orderId] = /^metadata\['orderId'\]:'([^']*)'$/.exec(text(query, 'query') ?? '') ?? []
      const found = (await engine.intents(1000)).filter((each) => each.metadata['orderId'] === orderId)
      return {
        ...toList(
          '/v1/payment_intents/search',
          found.map((each) => show(each, query)),
        ),
        object: 'search_result',
      }
    },
    'GET /v1/payment_intents/:id': async (request) => show(await ownIntent(engine, request), request.query),
    'POST /v1/payment_intents/:id/confirm': (request) => confirm(parts, request),
    'POST /v1/payment_intents/:id/cancel': async ({ params, body }) => {
      const after = await engine.cancel(params['id'] ?? '')
      if (after.status !== 'cancelled') throw unexpected(show(after, body), 'cancel')
      return show(after, body)
    },
    'POST /v1/refunds': async ({ body, key }) => {
      const intentId = text(body, 'payment_intent') ?? intentIdOf(text(body, 'charge') ?? '')
      const intent = await engine.intent(intentId)
      const amountCents = text(body, 'amount') ? amountOf(body, intent.currency) : undefined
      const metadata = group(body, 'metadata')
      const refund = await engine.refund({ intentId, key: key ?? randomUUID(), amountCents, metadata })
      return toRefund(refund, intent.currency)
    },
    'GET /v1/refunds': async (request) => {
      const intent = await ofIntent(request)
      return toList('/v1/refunds', intent.refunds.map((each) => toRefund(each, intent.currency)).reverse())
    },
    'GET /v1/disputes': async (request) => {
      const intent = await ofIntent(request)
      return toList(
        '/v1/disputes',
        intent.disputes.map((each) => toDispute(each, intent.currency)),
      )
    },
    'GET /v1/charges/:id': async ({ params, query }) => {
      const intent = await engine.intent(intentIdOf(params['id'] ?? ''))
      if (intent.status !== 'succeeded') throw missing(`No such charge: '${chargeId(intent.id)}'`)
      return toCharge(intent, list(query, 'expand'))
    },
    'GET /v1/balance_transactions/:id': async ({ params }) =>
      toTransaction(await engine.intent(intentIdOf(params['id'] ?? ''))),
  }
}

export const limitOf = (query: Form): number => Number(text(query, 'limit') ?? 10)

const WHOLE = new Set(['ISK', 'UGX'])
const THREE_DECIMALS = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** Stripe's minor units. In some currencies, digits must be zero. */
export function amountOf(body: Form, currency: string): number {
  const amount = Number(text(body, 'amount'))
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw invalid('Invalid positive integer', { param: 'amount' })
  const step = WHOLE.has(currency) ? 100 : THREE_DECIMALS.has(currency) ? 10 : 1
  if (amount % step !== 0)
    throw invalid(`Amounts in ${currency} must be evenly divisible by ${step}.`, {
      code: 'invalid_charge_amount_no_decimal_compatible',
      param: 'amount',
    })
  return amount
}

export function currencyOf(body: Form): string {
  const currency = text(body, 'currency') ?? ''
  if (!/^[a-z]{3}$/.test(currency)) throw invalid(`Invalid currency: ${currency}`, { param: 'currency' })
  return currency.toUpperCase()
}

function createIntent(engine: SandboxEngine, { body, key }: ApiRequest): Promise<EngineIntent> {
  const currency = currencyOf(body)
  const descriptor = text(body, 'statement_descriptor_suffix') ?? ''
  if (descriptor.length > 22 || /[<>\\'"*]/.test(descriptor) || (descriptor && !/[a-z]/i.test(descriptor)))
    throw invalid('The statement descriptor suffix is not allowed.', { param: 'statement_descriptor_suffix' })
  const amountCents = amountOf(body, currency)
  if (amountCents < 50 && currency === 'EUR')
    throw invalid('Amount must be at least €0.50 eur', { code: 'amount_too_small', param: 'amount' })
  if (amountCents > 99_999_999)
    throw invalid('Amount must be no more than 999999.99', { code: 'amount_too_large', param: 'amount' })
  const metadata = group(body, 'metadata')
  return engine.createIntent({ key: key ?? randomUUID(), amountCents, currency, metadata, descriptor })
}

function showIntent(parts: Parts, intent: EngineIntent, form: Form): ShownIntent {
  return toPaymentIntent(intent, {
    expand: list(form, 'expand'),
    challengeUrl: `${parts.url()}/3ds/${intent.id}`,
    returnUrl: parts.returnUrls.get(intent.id),
  })
}

/** A browser may access only the payment of its client secret. */
async function ownIntent(engine: SandboxEngine, request: ApiRequest): Promise<EngineIntent> {
  const intent = await engine.intent(request.params['id'] ?? '')
  const secret = text(request.query, 'client_secret') ?? text(request.body, 'client_secret')
  if (request.isPublic && secret !== intent.clientSecret)
    throw missing(`No such payment_intent: '${intent.id}'`)
  return intent
}

async function confirm(parts: Parts, request: ApiRequest): Promise<ShownIntent> {
  const { engine, returnUrls } = parts
  const { body } = request
  const intent = await ownIntent(engine, request)
  if (intent.status !== 'open' && intent.status !== 'requires_action')
    throw unexpected(showIntent(parts, intent, body), 'confirm')
  const judged = judge(body, parts.now())
  const returnUrl = text(body, 'return_url')
  const isAtHome = request.isPublic || text(body, 'use_stripe_sdk') === 'true'
  if (!returnUrl && !isAtHome)
    throw invalid('This payment may need a redirect: a return_url is needed.', { param: 'return_url' })
  if (returnUrl && text(body, 'use_stripe_sdk') !== 'true') returnUrls.set(intent.id, returnUrl)
  else returnUrls.delete(intent.id)
  const after = await engine.charge(intent.id, judged)
  const shown = showIntent(parts, after, body)
  if (after.status === 'open' && after.decline)
    throw new Refused(402, { ...toCardError(after.decline), payment_intent: shown })
  return shown
}

function judge(body: Form, now: number): CheckedCard {
  const method = text(body, 'payment_method')
  if (method) {
    const card = findTestCard(method)
    if (!card || card.number === method) throw missing(`No such PaymentMethod: '${method}'`)
    return { outcome: card.outcome, card }
  }
  const typed = cardOf(body)
  if (!typed) throw invalid('You must provide a payment method.', { code: 'parameter_missing' })
  return checkCard(typed, now)
}

function cardOf(body: Form): Card | undefined {
  const field = (name: string): string => text(body, 'payment_method_data', 'card', name) ?? ''
  const number = field('number')
  if (!number) return undefined
  const expiry = `${field('exp_month').padStart(2, '0')}/${field('exp_year').slice(-2)}`
  return { number, expiry, cvc: field('cvc') }
}

const unexpected = (shown: ShownIntent, verb: string): Refused =>
  invalid(`You cannot ${verb} this PaymentIntent because it has a status of ${shown.status}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: shown,
  })
