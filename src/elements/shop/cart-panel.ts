import { computed } from 'nanostores'
import { preloadCart, requestCartDrawer } from '#browser/shop/cart-events.ts'
import { urls } from '#contracts/platform/urls.ts'
import { formatCountdown, COUNTDOWN_WARNING_MS } from '#model/catalog/inventory/format-countdown.ts'
import { formatMoney } from '#model/platform/money.ts'
import { countTickets } from '#model/sales/cart.ts'
import { $now } from '#stores/platform/clock.ts'
import { $addition, undoAddToCart } from '#stores/shop/cart.ts'
import { $isDrawerOpen } from '#stores/shop/cart-drawer.ts'
import { $isExpired, updateIsExpired } from '#stores/shop/cart-expiry.ts'
import { $holdNotice, $holdStatus, preventHoldToasts, sendCart } from '#stores/shop/cart-hold.ts'
import { $cart, $cartExpiresAt } from '#stores/shop/cart-items.ts'
import { $quote, type CartQuote } from '#stores/shop/quote.ts'
import { additionMessage, cartAdditionView, type CartAdditionView } from './addition-view.ts'

const TITLE_ID = 'cart-panel-title'
const HURRY_MESSAGE = 'Your tickets are held for two more minutes.'

const $hold = computed([$holdStatus, $holdNotice, $isExpired], (status, notice, isExpired) => ({
  status,
  notice,
  isExpired,
}))
const $view = computed([$addition, $cart, $hold], (addition, items, hold) =>
  cartAdditionView({ addition, items, ...hold }),
)

const $leftMs = computed([$cartExpiresAt, $now], (endsAt, time) =>
  endsAt === undefined || time === 0 ? undefined : Math.max(0, endsAt - time),
)

/**
 * `<cart-panel>` shows the outcome of the last “add to cart”: tickets, countdown and total, with links to the cart and the checkout and an
 * undo button. It is a popover that Esc or a click elsewhere closes, and doesn't take the focus. The drawer shows the cart itself.
 */
export class CartPanel extends HTMLElement {
  private readonly heading = create('h2', { id: TITLE_ID })
  private readonly close = create(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': 'Close' },
    '×',
  )
  private readonly tickets = create('ul', { class: 'cart-panel-tickets' })
  private readonly message = create('p', { class: 'notice', 'data-tone': 'warning' })
  private readonly time = create('span', { role: 'timer' })
  private readonly timer = create('p', { class: 'hold-timer' }, 'Held for ', this.time)
  private readonly totalLabel = create('span', {})
  private readonly amount = create('strong', { class: 'price' })
  private readonly total = create('p', { class: 'cart-panel-row' }, this.totalLabel, this.amount)
  private readonly cartLink = create('a', { class: 'button button-quiet', href: urls.cart() }, 'View cart')
  private readonly checkout = create('a', { class: 'button', href: urls.checkout() }, 'Checkout')
  private readonly retry = create('button', { type: 'button', class: 'button' }, 'Try again')
  private readonly undo = create('button', { type: 'button', class: 'button-link' }, 'Undo')
  /** Announces changes while the panel is open. The form announces the outcome itself. */
  private readonly announcer = create('p', { role: 'status', class: 'visually-hidden' })
  private stops: (() => void)[] = []
  private afterUndo: ((released: Promise<boolean>) => void) | undefined

  connectedCallback(): void {
    this.popover = 'auto'
    this.setAttribute('role', 'dialog')
    this.setAttribute('aria-labelledby', TITLE_ID)
    this.replaceChildren(
      create('div', { class: 'cart-panel-row' }, this.heading, this.close),
      this.tickets,
      this.message,
      this.total,
      create('div', { class: 'cart-panel-ways' }, this.cartLink, this.checkout, this.retry),
      create('div', { class: 'cart-panel-row' }, this.timer, this.undo),
      this.announcer,
    )
    this.close.addEventListener('click', () => this.hidePopover())
    this.undo.addEventListener('click', this.takeBack)
    this.retry.addEventListener('click', this.tryAgain)
    this.cartLink.addEventListener('click', this.openCart)
    // `pointerover` isn't used, because it also fires when the panel opens under the pointer.
    for (const type of ['pointermove', 'pointerdown', 'focus'])
      this.cartLink.addEventListener(type, preloadCart, { once: true })
    this.addEventListener('beforetoggle', ({ newState }) => {
      if (newState === 'closed') this.leave()
    })
  }

  disconnectedCallback(): void {
    this.leave()
  }

  /** Shows the last addition, and returns its outcome as a sentence. `afterUndo` is called if the visitor undoes it. */
  open(afterUndo: (released: Promise<boolean>) => void): string {
    const view = $view.get()
    if (!view) return ''
    this.afterUndo = afterUndo
    if (this.stops.length === 0) {
      this.dataset['state'] = view.state
      this.stops = [
        preventHoldToasts(),
        $quote.subscribe(this.showTotal),
        $leftMs.subscribe(this.showTime),
        $view.subscribe(this.show),
        // Closes the panel before the drawer opens, so that closing the drawer returns the focus to the element that had it before the
        // panel.
        $isDrawerOpen.listen(this.giveWay),
      ]
      this.showPopover()
    }
    return additionMessage(view)
  }

  private leave(): void {
    for (const stop of this.stops) stop()
    this.stops = []
    this.announcer.textContent = ''
    this.cartLink.ariaBusy = 'false'
  }

  private readonly show = (view: CartAdditionView | undefined): void => {
    if (!view) return this.hidePopover()
    const isChanged = this.dataset['state'] !== view.state
    const focused = document.activeElement
    this.dataset['state'] = view.state
    this.heading.textContent = view.title
    this.tickets.replaceChildren(...view.tickets.map((each) => create('li', { dir: 'auto' }, each)))
    this.message.replaceChildren(view.message)
    if (view.link) this.message.append(' ', create('a', { href: view.link.href }, view.link.label))
    this.total.hidden = !view.isHeld
    this.cartLink.hidden = !view.hasCart
    this.checkout.hidden = view.next !== 'checkout'
    this.retry.hidden = view.next !== 'retry'
    this.retry.ariaDisabled = String(view.state === 'sending')
    this.undo.hidden = !view.canUndo
    this.showTotal($quote.get())
    this.showTime($leftMs.get())
    if (isChanged && !this.isFormBusy()) this.announcer.textContent = additionMessage(view)
    // If the focused control is hidden, moves the focus to another one, so that it isn't lost.
    if (focused instanceof HTMLElement && focused.hidden && this.contains(focused))
      [this.checkout, this.cartLink, this.close].find((each) => !each.hidden)?.focus()
  }

  /** Returns true while tickets are being added. The form then announces the outcome. */
  private isFormBusy(): boolean {
    return this.parentElement?.ariaBusy === 'true'
  }

  private readonly showTotal = (price: CartQuote | undefined): void => {
    const count = countTickets($cart.get())
    this.totalLabel.textContent = `Total for ${count} ${count === 1 ? 'ticket' : 'tickets'}`
    this.amount.textContent = price ? formatPrice(price) : '…'
  }

  private readonly showTime = (leftMs: number | undefined): void => {
    if (leftMs === 0) updateIsExpired()
    const isHurry = leftMs !== undefined && leftMs <= COUNTDOWN_WARNING_MS
    this.timer.hidden = !leftMs || this.total.hidden
    this.time.textContent = formatCountdown(leftMs ?? 0)
    if (isHurry && this.timer.dataset['hurry'] === undefined && !this.timer.hidden)
      this.announcer.textContent = HURRY_MESSAGE
    this.timer.toggleAttribute('data-hurry', isHurry)
  }

  private readonly takeBack = (): void => {
    const released = undoAddToCart()
    this.afterUndo?.(released)
  }

  private readonly tryAgain = (): void => {
    if ($holdStatus.get() !== 'sending') void sendCart()
  }

  /**
   * Opens the drawer. A second tap follows the link, in case the drawer's code can't be loaded. Clicks that open a new tab follow it, too.
   */
  private readonly openCart = (event: MouseEvent): void => {
    const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (isModified || this.cartLink.ariaBusy === 'true') return
    event.preventDefault()
    this.cartLink.ariaBusy = 'true'
    this.announcer.textContent = 'Opening your cart…'
    requestCartDrawer()
  }

  private readonly giveWay = (isDrawerOpen: boolean): void => {
    this.cartLink.ariaBusy = 'false'
    if (isDrawerOpen) this.hidePopover()
  }
}

const formatPrice = ({ totalCents, currency }: CartQuote): string =>
  totalCents > 0 ? formatMoney(totalCents, currency) : 'Free'

customElements.define('cart-panel', CartPanel)

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}
