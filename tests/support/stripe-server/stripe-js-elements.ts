// Runs in the page, before stripe-js-page.ts in the same script: imports only types.

export type Fields = Record<string, string>
type Listener = (event: unknown) => void

export interface StripeError {
  type: string
  code?: string
  decline_code?: string
  message: string
  payment_intent?: unknown
}

interface Element {
  mount: (target: string | HTMLElement) => void
  on: (name: string, listener: Listener) => Element
  off: (name: string, listener: Listener) => Element
  once: (name: string, listener: Listener) => Element
  update: (options: unknown) => void
  focus: () => void
  unmount: () => void
  destroy: () => void
}

export interface Elements {
  create: (type: string, options?: unknown) => Element
  getElement: (type: string) => Element | null
  update: (options: Options) => void
  submit: () => Promise<{ error?: StripeError; selectedPaymentMethod?: string }>
  fetchUpdates: () => Promise<{ error?: StripeError }>
  on: () => void
  /** The entered card, or a wallet's. */
  read: () => Fields
}

/** The used part of the appearance options. */
interface Options {
  appearance?: { variables?: Record<string, string>; rules?: Record<string, Record<string, string>> }
}

export function createElements(options: Options): Elements {
  const elements = new Map<string, Element>()
  const chosen: { wallet?: string; form?: HTMLElement } = {}
  let { appearance = {} } = options
  const wear = (form: HTMLElement): void => wearAppearance(form, appearance)
  const card = (): Fields => readCard(chosen.form)
  return {
    create: (type) => {
      const element = type === 'expressCheckout' ? createWallets(chosen) : createCardForm(chosen, wear)
      elements.set(type, element)
      return element
    },
    getElement: (type) => elements.get(type) ?? null,
    update: (changed) => {
      appearance = changed.appearance ?? appearance
      if (chosen.form) wear(chosen.form)
    },
    fetchUpdates: () => Promise.resolve({}),
    on: () => undefined,
    submit: async () => {
      if (chosen.wallet) return { selectedPaymentMethod: chosen.wallet }
      const error = isLeaving(chosen.form) ? undefined : checkCard(card())
      return error ? { error } : { selectedPaymentMethod: 'card' }
    },
    read: (): Fields => {
      const { wallet } = chosen
      delete chosen.wallet
      if (wallet) return { payment_method: 'pm_card_visa' }
      if (isLeaving(chosen.form))
        return { payment_method: 'pm_card_threeDSecure2Required', use_stripe_sdk: 'false' }
      const { number = '', expiry = '', cvc = '' } = card()
      const [month = '', year = ''] = expiry.split('/').map((part) => part.trim())
      return {
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': month,
        'payment_method_data[card][exp_year]': year,
        'payment_method_data[card][cvc]': cvc,
      }
    },
  }
}

/** An element that can be mounted and emits events; `build` creates its DOM. */
function createElement(build: (emit: (name: string, event?: object) => void) => HTMLElement): Element {
  const listeners = new Map<string, Set<Listener>>()
  let root: HTMLElement | undefined
  const emit = (name: string, event: object = {}): void => {
    for (const listener of listeners.get(name) ?? []) listener(event)
  }
  const element: Element = {
    mount: (target) => {
      const place = typeof target === 'string' ? document.querySelector(target) : target
      root = build(emit)
      place?.replaceChildren(root)
      queueMicrotask(() => emit('ready', { availablePaymentMethods: { link: true } }))
    },
    on: (name, listener) => {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
      return element
    },
    once: (name, listener) => {
      const once: Listener = (event) => {
        element.off(name, once)
        listener(event)
      }
      return element.on(name, once)
    },
    off: (name, listener) => {
      listeners.get(name)?.delete(listener)
      return element
    },
    update: () => undefined,
    focus: () => root?.querySelector('input')?.focus(),
    unmount: () => root?.remove(),
    destroy: () => root?.remove(),
  }
  return element
}

const FIELDS = [
  ['number', 'Card number', '1234 1234 1234 1234'],
  ['expiry', 'Expiration date', 'MM / YY'],
  ['cvc', 'Security code', 'CVC'],
] as const

/** Applies the requested colours and sizes visibly. */
function wearAppearance(
  form: HTMLElement,
  { variables = {}, rules = {} }: NonNullable<Options['appearance']>,
): void {
  Object.assign(form.style, { display: 'grid', gap: '16px', color: variables['colorText'] })
  Object.assign(form.style, { fontFamily: variables['fontFamily'], fontSize: variables['fontSizeBase'] })
  for (const label of form.querySelectorAll('label')) Object.assign(label.style, rules['.Label'])
  for (const input of form.querySelectorAll<HTMLInputElement>('[data-stripe]'))
    Object.assign(input.style, rules['.Input'], {
      display: 'block',
      width: '100%',
      marginBlockStart: '6px',
      fontWeight: '400',
      color: variables['colorText'],
      background: variables['colorBackground'],
      borderRadius: variables['borderRadius'],
    })
}

const createCardForm = (chosen: { form?: HTMLElement }, wear: (form: HTMLElement) => void): Element =>
  createElement((emit) => {
    const form = document.createElement('div')
    for (const [name, label, placeholder] of FIELDS) {
      const input = document.createElement('input')
      Object.assign(input, { placeholder, inputMode: 'numeric', autocomplete: 'off' })
      input.dataset['stripe'] = name
      const wrapper = document.createElement('label')
      wrapper.append(label, ' ', input)
      form.append(wrapper)
    }
    form.append(createLeaving())
    form.addEventListener('input', () => {
      const card = readCard(form)
      const empty = Object.values(card).every((value) => value === '')
      emit('change', { elementType: 'payment', empty, complete: !checkCard(card), value: { type: 'card' } })
    })
    chosen.form = form
    wear(form)
    return form
  })

/** Option for a bank with a challenge page of its own. */
function createLeaving(): HTMLElement {
  const choice = document.createElement('label')
  const box = document.createElement('input')
  Object.assign(box, { type: 'checkbox' })
  box.dataset['leaving'] = ''
  choice.append(box, ' Pay at my bank')
  return choice
}

const isLeaving = (form: HTMLElement | undefined): boolean =>
  form?.querySelector<HTMLInputElement>('[data-leaving]')?.checked ?? false

const createWallets = (chosen: { wallet?: string }): Element =>
  createElement((emit) => {
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', textContent: 'Pay with Link' })
    button.addEventListener('click', () => {
      const wallet = { expressPaymentType: 'link' }
      const resolve = (): void => {
        chosen.wallet = 'link'
        emit('confirm', { ...wallet, paymentFailed: () => undefined })
      }
      emit('click', { ...wallet, resolve, reject: () => undefined })
    })
    return button
  })

const readCard = (form: HTMLElement | undefined): Fields =>
  Object.fromEntries(
    FIELDS.map(([name]) => [
      name,
      form?.querySelector<HTMLInputElement>(`[data-stripe="${name}"]`)?.value.trim() ?? '',
    ]),
  )

function checkCard({ number = '', expiry = '', cvc = '' }: Fields): StripeError | undefined {
  const invalid = (code: string, what: string): StripeError => ({
    type: 'validation_error',
    code,
    message: `Your card’s ${what} is incomplete.`,
  })
  if (number.replaceAll(/\D/g, '').length < 12) return invalid('incomplete_number', 'number')
  if (!/^\d{2} ?\/ ?\d{2}$/.test(expiry)) return invalid('incomplete_expiry', 'expiration date')
  return /^\d{3,4}$/.test(cvc) ? undefined : invalid('incomplete_cvc', 'security code')
}
