import { atom, onMount } from 'nanostores'
import { now } from '#browser/platform/clock.ts'
import { showToast } from '#browser/platform/toast-event.ts'
import { fetchFees, fetchStandardFees } from '#browser/shop/cart-calls.ts'
import { countTickets } from '#model/sales/cart.ts'
import { DEFAULT_FEES_CACHE_MS, type FeeConfiguration, type FeeStatus } from '#model/pricing/fees.ts'
import { $cart, type CartItems } from './cart-items.ts'

/** Status changes from idle to loading, then to success or error (specification §4). */
export const $feeStatus = atom<FeeStatus>('idle')

export type FeesByEvent = Readonly<Record<string, FeeConfiguration>>

export const $fees = atom<FeesByEvent>({})

onMount($fees, () => {
  let reckoned = ''
  return $cart.subscribe((items) => {
    const wanted = reckoningKey(items)
    if (wanted === reckoned) return
    reckoned = wanted
    void loadMissingFees()
  })
})

/** Changes when fees must be recalculated: when the number of tickets, the subtotal or the events change (specification §4). */
const reckoningKey = (items: CartItems): string => {
  const subtotal = items.reduce((sum, item) => sum + item.totalPrice, 0)
  return `${countTickets(items)}|${subtotal}|${eventsOf(items).join()}`
}

let round = 0

/** Reloads all fees, because the server has calculated a different total. */
export async function reloadFees(): Promise<void> {
  kept.clear()
  defaults = undefined
  await loadMissingFees()
}

/** Loads missing fees for the current cart. Responses to earlier calls are ignored. */
export async function loadMissingFees(): Promise<void> {
  const mine = ++round
  const eventIds = eventsOf($cart.get())
  if (eventIds.length === 0) return $feeStatus.set('idle')
  const isTold = $feeStatus.get() === 'error'
  $feeStatus.set('loading')
  try {
    const found = await Promise.all(
      eventIds.map(async (eventId) => [eventId, await feesOf(eventId)] as const),
    )
    if (mine !== round) return
    $fees.set(Object.fromEntries(found))
    $feeStatus.set('success')
  } catch {
    if (mine !== round) return
    $feeStatus.set('error')
    // The message is shown only once. While offline, each change of the cart would show it again.
    if (isTold) return
    showToast({
      type: 'destructive',
      title: 'Error calculating fees',
      message: 'Please try refreshing the page.',
    })
  }
}

const eventsOf = (items: CartItems): string[] => [...new Set(items.map((item) => item.eventId))]

interface Kept {
  fees: FeeConfiguration
  until: number
}
const kept = new Map<string, Kept>()

async function feesOf(eventId: string): Promise<FeeConfiguration> {
  const known = kept.get(eventId)
  if (known && known.until > now()) return known.fees
  const answer = await fetchFees(eventId)
  if (!answer.success) return fetchDefaultFees()
  kept.set(eventId, { fees: answer.data, until: now() + DEFAULT_FEES_CACHE_MS })
  return answer.data
}

/** Caches fees that the page contains, to avoid a request. */
export const cacheFees = (eventId: string, fees: FeeConfiguration): void =>
  void kept.set(eventId, { fees, until: now() + DEFAULT_FEES_CACHE_MS })

let defaults: Kept | undefined

/** The configuration is cached for 15 minutes (specification §7). Throws 'Failed to fetch default fee configuration' (§8). */
export async function fetchDefaultFees(): Promise<FeeConfiguration> {
  if (defaults && defaults.until > now()) return defaults.fees
  const answer = await fetchStandardFees()
  if (!answer.success) throw new Error('Failed to fetch default fee configuration')
  defaults = { fees: answer.data, until: now() + DEFAULT_FEES_CACHE_MS }
  return answer.data
}
