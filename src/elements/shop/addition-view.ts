import type { Toast } from '#browser/platform/toast-event.ts'
import { holdMessage } from '#model/catalog/inventory/hold-message.ts'
import { cartItemName, quantityOf, type CartItem } from '#model/sales/cart.ts'
import type { Addition } from '#stores/shop/cart.ts'
import type { HoldStatus } from '#stores/shop/cart-hold.ts'

/** States of an addition as shown. `missed`: nothing was added; `short`: fewer tickets than requested were added. */
type AdditionState = 'sending' | 'offline' | 'refused' | 'expired' | 'missed' | 'short' | 'added'

interface Outcome {
  /** Heading of the panel. Default: the number of added tickets. */
  title?: string
  /** Text of the panel. Default: the notice of the server's response. */
  message?: string
  /** True while the tickets are held, so that countdown and total are shown. */
  isHeld: boolean
  next: 'checkout' | 'retry' | undefined
  canUndo: boolean
}

const OUTCOMES: Readonly<Record<AdditionState, Outcome>> = {
  added: { title: 'Added to your cart', isHeld: true, next: 'checkout', canUndo: true },
  short: { isHeld: true, next: 'checkout', canUndo: true },
  missed: { title: 'Your tickets couldn’t be held', isHeld: false, next: undefined, canUndo: false },
  sending: { title: 'Holding your tickets…', isHeld: false, next: 'retry', canUndo: false },
  offline: {
    title: 'Saved, but not held yet',
    message: 'We can’t reach the server. We’ll hold your tickets once you’re online.',
    isHeld: false,
    next: 'retry',
    canUndo: true,
  },
  refused: { title: 'Your cart couldn’t be updated', isHeld: false, next: 'retry', canUndo: true },
  expired: {
    title: 'Your tickets are no longer held',
    message: 'The time limit has passed, and they’re on sale again.',
    isHeld: false,
    next: undefined,
    canUndo: false,
  },
}

export interface CartAdditionView extends Outcome {
  state: AdditionState
  title: string
  message: string
  /** Added tickets, for example “2 × Standard”. */
  tickets: readonly string[]
  link: Toast['link']
  /** False if the cart is empty. */
  hasCart: boolean
}

export interface CartAdditionViewInput {
  addition: Addition | undefined
  items: readonly CartItem[]
  status: HoldStatus
  notice: Toast | undefined
  isExpired: boolean
}

/**
 * Returns what the panel shows about the last addition. Undefined if there is nothing to show, for example because the
 * cart was bought in another tab.
 */
export function cartAdditionView(facts: CartAdditionViewInput): CartAdditionView | undefined {
  const { addition, items, notice } = facts
  if (!addition) return undefined
  const lines = linesOf(addition, items)
  const added = sum(lines, (line) => line.added)
  const wanted = sum(lines, (line) => line.wanted)
  const state = stateOf(facts, { added, wanted })
  if (state === 'missed' && !notice && items.length === 0) return undefined
  const { title = `${added} of ${wanted} tickets added`, message, ...outcome } = OUTCOMES[state]
  return {
    ...outcome,
    state,
    title,
    message: message ?? notice?.message ?? limitMessage(lines),
    tickets: lines.flatMap((line) => (line.added > 0 ? [`${line.added} × ${line.name}`] : [])),
    link: notice?.link,
    hasCart: items.length > 0,
  }
}

interface Line {
  name: string
  added: number
  wanted: number
  /** Quantity in the cart. */
  quantity: number
  maxPerOrder: number
}

const linesOf = ({ requested, before }: Addition, items: readonly CartItem[]): Line[] =>
  requested.map((item) => {
    const quantity = quantityOf(items, item.ticketTypeId)
    const added = Math.max(0, quantity - (before.get(item.ticketTypeId) ?? 0))
    return { name: cartItemName(item), added, wanted: item.quantity, quantity, maxPerOrder: item.maxPerOrder }
  })

/** Lists the ticket types that already had the maximum in the cart. The server's response has no notice about them. */
const limitMessage = (lines: readonly Line[]): string =>
  lines
    .filter((line) => line.added < line.wanted && line.quantity === line.maxPerOrder)
    .map(({ name, quantity }) => holdMessage('LIMIT', { name, held: quantity }))
    .join(' ')

function stateOf(
  { status, isExpired }: CartAdditionViewInput,
  { added, wanted }: { added: number; wanted: number },
): AdditionState {
  if (status !== 'idle') return status
  if (added === 0) return 'missed'
  if (isExpired) return 'expired'
  return added < wanted ? 'short' : 'added'
}

/** Returns one or two sentences for screen readers, for example “Added to your cart: 2 × Standard.” */
export function additionMessage({ state, title, tickets, message }: CartAdditionView): string {
  if (state === 'sending') return title
  return [`${[title, tickets.join(', ')].filter(Boolean).join(': ')}.`, message].filter(Boolean).join(' ')
}

const sum = <T>(list: readonly T[], countOf: (each: T) => number): number =>
  list.reduce((total, each) => total + countOf(each), 0)
