import { randomUUID } from 'node:crypto'
import type { CartHold } from '#contracts/shop/carts.ts'
import type { Order } from '#model/sales/orders.ts'
import type { PaymentOutcome } from '#model/money/payments.ts'
import { CUSTOMER } from '../shop.ts'
import { SCHEDULED_CARDS, type CardName, type Step, type VoucherChoice } from './command.ts'
import { askFoyer, pickOf, type Scene, type SceneCart } from './scene.ts'

type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>

export async function hold(scene: Scene, step: StepOf<'hold'>): Promise<void> {
  const cart = cartOf(scene, step.cart)
  const wishes = [step.first, step.second]
  const items = scene.typeIds.map((ticketTypeId, index) => ({ ticketTypeId, quantity: wishes[index] ?? 0 }))
  const answer = await askFoyer<CartHold>(scene, `PUT /api/public/carts/${cart.id}`, { body: { items } })
  if (answer?.success)
    cart.held = Object.fromEntries(answer.data.items.map((item) => [item.ticketTypeId, item.held]))
}

export const checkOut = (scene: Scene, step: StepOf<'check out'>): Promise<string | undefined> =>
  placeOrder(scene, cartOf(scene, step.cart), step)

/** Pays an order placed earlier. */
export async function pay(scene: Scene, step: StepOf<'pay'>): Promise<void> {
  const cart = cartOf(scene, step.cart)
  const orderId =
    cart.orderIds.at(-1) ??
    (await placeOrder(scene, cart, { withPromo: false, again: false, voucher: step.voucher }))
  if (orderId) await confirm(scene, orderId, step.card)
}

export async function ask(scene: Scene, step: StepOf<'ask'>): Promise<void> {
  const orderId = cartOf(scene, step.cart).orderIds.at(-1)
  if (orderId) await confirm(scene, orderId, undefined)
}

export async function openIntent(scene: Scene, step: StepOf<'open intent'>): Promise<void> {
  const orderId = cartOf(scene, step.cart).orderIds.at(-1)
  if (orderId) await askFoyer(scene, 'POST /api/payments/create-intent', { body: { orderId } })
}

export async function cancel(scene: Scene, step: StepOf<'cancel'>): Promise<void> {
  const orderId = cartOf(scene, step.cart).orderIds.at(-1)
  if (orderId) await askFoyer(scene, 'POST /api/payments/cancel', { body: { orderId } })
}

export async function drop(scene: Scene, step: StepOf<'drop'>): Promise<void> {
  const cart = cartOf(scene, step.cart)
  const answer = await askFoyer(scene, `DELETE /api/public/carts/${cart.id}`)
  if (answer?.success) cart.held = {}
}

function cartOf(scene: Scene, pick: number): SceneCart {
  const cart = scene.carts[pick % scene.carts.length]
  if (!cart) throw new Error('A scene has carts.')
  return cart
}

/** Checks out like a browser: with the shown total, and again with the new one after PRICE_CHANGED. */
async function placeOrder(
  scene: Scene,
  cart: SceneCart,
  wish: Pick<StepOf<'check out'>, 'withPromo' | 'again' | 'voucher'>,
): Promise<string | undefined> {
  if (Object.values(cart.held).every((held) => held === 0))
    await hold(scene, { do: 'hold', cart: scene.carts.indexOf(cart), first: 1, second: 0 })
  const promoCode = wish.withPromo ? scene.promoCode : undefined
  if (!wish.again) cart.key = randomUUID()
  const { voucher } = wish
  const first = await tryToPlace(scene, cart, { promoCode, voucher })
  const orderId = first === 'PRICE_CHANGED' ? await tryToPlace(scene, cart, { promoCode, voucher }) : first
  if (!orderId || orderId === 'PRICE_CHANGED') return undefined
  if (!cart.orderIds.includes(orderId)) cart.orderIds.push(orderId)
  return orderId
}

async function tryToPlace(
  scene: Scene,
  cart: SceneCart,
  wish: { promoCode: string | undefined; voucher: VoucherChoice | undefined; available?: number },
): Promise<string | undefined> {
  const { promoCode } = wish
  const wanted = JSON.stringify([cart.held, promoCode])
  const expectedTotal = scene.totals.get(wanted) ?? 0
  const vouchers = vouchersFor(scene, expectedTotal, wish)
  const answer = await askFoyer<{ order: Order }>(scene, 'POST /api/public/checkout', {
    body: { cartId: cart.id, customer: CUSTOMER, expectedTotal, promoCode, vouchers },
    key: cart.key,
  })
  if (answer?.success) return answer.data.order.id
  if (answer?.error.code === 'VOUCHER_BALANCE' && wish.available === undefined) {
    // VOUCHER_BALANCE always says what is available.
    const { available } = answer.error.details as { available: number }
    return tryToPlace(scene, cart, { ...wish, available })
  }
  if (answer?.error.code !== 'PRICE_CHANGED') return undefined
  // PRICE_CHANGED always contains the quote.
  const { quote } = answer.error.details as { quote: { total: number } }
  scene.totals.set(wanted, quote.total)
  return 'PRICE_CHANGED'
}

/** What a voucher pays of the total, in major units: a share of it, but no more than is available, if that is known. */
function vouchersFor(
  scene: Scene,
  total: number,
  { voucher, available = Infinity }: { voucher: VoucherChoice | undefined; available?: number },
): { code: string; amount: number }[] {
  const chosen = voucher && pickOf(scene.vouchers, voucher.pick)
  if (!chosen) return []
  const cents = Math.min(
    Math.ceil(Math.round(total * 100) * (voucher.share / 100)),
    Math.round(available * 100),
  )
  return cents > 0 ? [{ code: chosen.code, amount: cents / 100 }] : []
}

export async function confirm(scene: Scene, orderId: string, card: CardName | undefined): Promise<void> {
  const paymentMethod = card && { number: SCHEDULED_CARDS[card], expiry: '12/40', cvc: '123' }
  const answer = await askFoyer<PaymentOutcome>(scene, 'POST /api/payments/confirm', {
    body: { orderId, paymentMethod },
  })
  if (answer?.success && answer.data.status === 'succeeded') scene.told.add(orderId)
}
