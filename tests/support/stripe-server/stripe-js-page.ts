// Runs in the page, in one script with stripe-js-elements.ts.
import { createElements, type Elements, type Fields, type StripeError } from './stripe-js-elements.ts'

interface ShownIntent {
  id: string
  status: string
  client_secret: string
  next_action: { use_stripe_sdk?: { stripe_js: string }; redirect_to_url?: { url: string } } | null
  last_payment_error: StripeError | null
}

type Outcome = { paymentIntent: ShownIntent; error?: never } | { error: StripeError; paymentIntent?: never }

interface ConfirmOptions {
  elements?: Elements
  clientSecret: string
  confirmParams?: { return_url?: string }
  redirect?: 'always' | 'if_required'
}

export function installStripe(api: string): void {
  const Stripe = (publishableKey: string) => createStripe({ api, publishableKey })
  Object.assign(window, { Stripe: Object.assign(Stripe, { version: 'endive' }) })
}

interface Connection {
  api: string
  publishableKey: string
}

function createStripe(connection: Connection) {
  const notOurs = () => Promise.reject(new Error('Foyer does not use this part of Stripe.js.'))
  const retrieve = (clientSecret: string): Promise<Outcome> => ask(connection, { clientSecret })
  const handle = (clientSecret: string): Promise<Outcome> =>
    retrieve(clientSecret).then((outcome) => settle(connection, outcome))
  return {
    elements: (options: Parameters<typeof createElements>[0]) => createElements(options),
    confirmPayment: (options: ConfirmOptions) => confirmPayment(connection, options),
    retrievePaymentIntent: retrieve,
    handleNextAction: ({ clientSecret }: { clientSecret: string }) => handle(clientSecret),
    createToken: notOurs,
    createPaymentMethod: notOurs,
    confirmCardPayment: notOurs,
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  }
}

/** Fetches a payment; confirms it when there are fields. */
async function ask(
  { api, publishableKey }: Connection,
  { clientSecret, fields }: { clientSecret: string; fields?: Fields },
): Promise<Outcome> {
  const [id = ''] = clientSecret.split('_secret_')
  const path = `${api}/v1/payment_intents/${id}`
  const known = { client_secret: clientSecret, key: publishableKey }
  const query = new URLSearchParams(known).toString()
  const headers = { authorization: `Bearer ${publishableKey}` }
  try {
    const answer = fields
      ? await fetch(`${path}/confirm`, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ ...known, ...fields }),
        })
      : await fetch(`${path}?${query}`, { headers })
    const body = await answer.json()
    return answer.ok ? { paymentIntent: body } : { error: body.error }
  } catch (error) {
    return { error: { type: 'api_connection_error', message: String(error) } }
  }
}

async function confirmPayment(connection: Connection, options: ConfirmOptions): Promise<Outcome> {
  const { elements, clientSecret, confirmParams, redirect = 'always' } = options
  const returnUrl = confirmParams?.return_url ?? ''
  const fields = { use_stripe_sdk: 'true', ...elements?.read(), return_url: returnUrl }
  const outcome = await settle(connection, await ask(connection, { clientSecret, fields }))
  if (!outcome.paymentIntent || redirect === 'if_required') return outcome
  const back = new URL(returnUrl)
  back.searchParams.set('payment_intent', outcome.paymentIntent.id)
  back.searchParams.set('payment_intent_client_secret', clientSecret)
  back.searchParams.set('redirect_status', 'succeeded')
  window.location.assign(back)
  // The page is being left: stays pending.
  return new Promise(() => undefined)
}

/** Handles the bank's challenge. A payment that is open afterwards was refused. */
async function settle(connection: Connection, outcome: Outcome): Promise<Outcome> {
  const { paymentIntent: asked } = outcome
  if (asked?.status !== 'requires_action') return outcome
  const { use_stripe_sdk: sdk, redirect_to_url: redirect } = asked.next_action ?? {}
  if (redirect) {
    window.location.assign(redirect.url)
    // The page is being left: stays pending.
    return new Promise(() => undefined)
  }
  const { pathname } = new URL(sdk?.stripe_js ?? connection.api)
  const answer = await askBuyer()
  await fetch(`${connection.api}${pathname}`, { method: 'POST', body: new URLSearchParams({ answer }) })
  const after = await ask(connection, { clientSecret: asked.client_secret })
  const error = after.paymentIntent?.last_payment_error
  return error ? { error: { ...error, payment_intent: after.paymentIntent } } : after
}

function askBuyer(): Promise<'approve' | 'refuse'> {
  const dialog = document.createElement('dialog')
  dialog.ariaLabel = 'Confirm your payment'
  return new Promise((resolve) => {
    for (const [answer, label] of [
      ['approve', 'Complete authentication'],
      ['refuse', 'Fail authentication'],
    ] as const) {
      const button = document.createElement('button')
      Object.assign(button, { type: 'button', textContent: label })
      button.addEventListener('click', () => {
        dialog.remove()
        resolve(answer)
      })
      dialog.append(button)
    }
    document.body.append(dialog)
    dialog.showModal()
  })
}
