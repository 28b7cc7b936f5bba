import { atom, computed, onMount } from 'nanostores'
import { now } from '#browser/platform/clock.ts'
import { isUnreachable } from '#browser/platform/read-response.ts'
import { showToast, type Toast } from '#browser/platform/toast-event.ts'
import { holdCart } from '#browser/shop/cart-calls.ts'
import type { CartHold } from '#contracts/shop/carts.ts'
import { cartItemName, setCartQuantity, type CartItem } from '#model/sales/cart.ts'
import { urls } from '#contracts/platform/urls.ts'
import { holdMessage } from '#model/catalog/inventory/hold-message.ts'
import type { Result } from '#model/platform/result.ts'
import { isCartExpired } from '#model/sales/stored-cart.ts'
import { $cart, $cartExpiresAt, readOrCreateCartId, writeCart, type CartItems } from './cart-items.ts'

/** `offline`: the cart is stored in this browser and will be held once the server can be reached. */
export type HoldStatus = 'idle' | 'sending' | 'offline' | 'refused'

export const $holdStatus = atom<HoldStatus>('idle')

/**
 * Differences between the requested and the held cart in the last response; undefined if there are none. Shown as a toast, unless a
 * component presents it.
 */
export const $holdNotice = atom<Toast | undefined>(undefined)

/** Message about tickets that couldn't be held as requested; '' if all are held. */
export const $shortfallMessage = computed($holdNotice, (notice) =>
  notice?.type === 'warning' ? notice.message : '',
)

/** Quantities held of ticket types that sold out before the last request could hold all of it, by ticket type. */
export const $soldOut = atom<ReadonlyMap<string, number>>(new Map())

/** Maximum number of access codes that the server accepts for a cart. */
const MAX_CODES = 10

/** Number of components that present the notices. */
let presenters = 0

/**
 * Prevents toasts about `$holdNotice` until the returned function is called. For a component that shows the notice
 * itself.
 */
export function preventHoldToasts(): () => void {
  presenters += 1
  return () => {
    presenters -= 1
  }
}

let isWanted = false
let underWay: Promise<HoldStatus> | undefined

/**
 * Sends the cart. Changes during a request are sent together in the next one. Resolves once a response is applied or a request has failed.
 */
export function sendCart(): Promise<HoldStatus> {
  isWanted = true
  underWay ??= sendUntilSettled().finally(() => {
    underWay = undefined
  })
  return underWay
}

onMount($holdStatus, () => {
  const retry = (): void => {
    if ($holdStatus.get() === 'offline') void sendCart()
  }
  const listening = new AbortController()
  window.addEventListener('online', retry, { signal: listening.signal })
  return () => listening.abort()
})

async function sendUntilSettled(): Promise<HoldStatus> {
  $holdStatus.set('sending')
  const requested = takeRequested()
  const answer = await holdCart(readOrCreateCartId(), {
    items: requested.map(({ ticketTypeId, quantity }) => ({ ticketTypeId, quantity })),
    ...codesOf(requested),
  })
  if (isWanted) return sendUntilSettled()
  // Another tab has changed the cart meanwhile, so this response is outdated.
  if ($cart.get() !== requested) return settle('idle')
  return settle(takeAnswer(requested, answer))
}

function codesOf(items: CartItems): { codes?: string[] } {
  const codes = [...new Set(items.flatMap((item) => item.accessCode ?? []))].slice(0, MAX_CODES)
  return codes.length > 0 ? { codes } : {}
}

function takeRequested(): CartItems {
  isWanted = false
  return $cart.get()
}

function settle(status: HoldStatus): HoldStatus {
  $holdStatus.set(status)
  return status
}

function takeAnswer(requested: CartItems, answer: Result<CartHold>): HoldStatus {
  $soldOut.set(answer.success ? soldOutIn(answer.data) : new Map())
  if (answer.success) {
    takeGrant(requested, answer.data)
    return 'idle'
  }
  if (isUnreachable(answer)) return 'offline'
  notify({ type: 'destructive', title: 'Your cart couldn’t be updated', message: answer.error.message })
  return 'refused'
}

function notify(notice: Toast | undefined): void {
  $holdNotice.set(notice)
  if (notice && presenters === 0) showToast(notice)
}

const soldOutIn = ({ items }: CartHold): Map<string, number> =>
  new Map(
    items.flatMap(({ ticketTypeId, reason, held }) => (reason === 'SOLD_OUT' ? [[ticketTypeId, held]] : [])),
  )

type Granted = CartHold['items'][number]

/**
 * Applies the response to the cart. If none of an expired cart's tickets can be held again, the cart stays unchanged,
 * so that the visitor can try again.
 */
function takeGrant(requested: CartItems, hold: CartHold): void {
  const notice = noticeOf(requested, hold)
  if (hold.expiresInMs === null && isCartExpired($cartExpiresAt.get(), now())) return $holdNotice.set(notice)
  const items = requested.reduce<CartItems>((list, item) => {
    const granted = hold.items.find((each) => each.ticketTypeId === item.ticketTypeId)
    return granted ? takeItem(list, granted) : list
  }, requested)
  const expiresAt = hold.expiresInMs === null ? $cartExpiresAt.get() : now() + hold.expiresInMs
  writeCart(items, expiresAt)
  notify(notice)
}

function takeItem(list: CartItems, granted: Granted): CartItems {
  const maxPerOrder = Math.max(1, granted.maxPerOrder)
  const repriced = list.map((item) =>
    item.ticketTypeId === granted.ticketTypeId && granted.held > 0
      ? { ...item, price: granted.price, minPerOrder: granted.minPerOrder, maxPerOrder, tax: granted.tax }
      : item,
  )
  return setCartQuantity(repriced, granted.ticketTypeId, granted.held)
}

/** Combines all changes in one notice, because only one toast is visible at a time. */
function noticeOf(requested: CartItems, hold: CartHold): Toast | undefined {
  const sentences = requested.flatMap((item) => {
    const granted = hold.items.find((each) => each.ticketTypeId === item.ticketTypeId)
    return granted ? explainItem(item, granted) : []
  })
  if (sentences.length === 0) return undefined
  return {
    type: 'warning',
    title: 'Your cart has changed',
    message: sentences.join(' '),
    duration: 10_000,
    ...(needsSignIn(hold) ? { link: { href: urls.login(location.pathname), label: 'Sign in' } } : {}),
  }
}

const needsSignIn = ({ items }: CartHold): boolean =>
  items.some(({ reason }) => reason === 'ACCOUNT_REQUIRED' || reason === 'BUSY')

function explainItem(item: CartItem, granted: Granted): string[] {
  if (granted.held < item.quantity && granted.reason)
    return [holdMessage(granted.reason, { ...granted, name: cartItemName(item) })]
  return granted.held > 0 && granted.price !== item.price
    ? [`The price of ${cartItemName(item)} has changed.`]
    : []
}
