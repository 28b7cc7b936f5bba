import { atom, onMount } from 'nanostores'
import { call } from '#browser/api.ts'
import { listOwnOrders, type OrderSummary } from '#contracts/accounts.ts'

export interface OwnOrders {
  status: 'loading' | 'ready' | 'error'
  orders: readonly OrderSummary[]
  /** Null on the last page. */
  nextCursor: string | null
  /** Message of the last failure. */
  failure?: string
}

export const LOADING_ORDERS: OwnOrders = { status: 'loading', orders: [], nextCursor: null }

export const $ownOrders = atom<OwnOrders>(LOADING_ORDERS)

onMount($ownOrders, () => void loadOrders())

/** Loads the first or next page. Existing rows stay after a failure. */
export async function loadOrders(): Promise<void> {
  const { orders, nextCursor } = $ownOrders.get()
  $ownOrders.set({ status: 'loading', orders, nextCursor })
  const answer = await call(listOwnOrders, { query: nextCursor ? { cursor: nextCursor } : {} })
  if (!answer.success) {
    return $ownOrders.set({ status: 'error', orders, nextCursor, failure: answer.error.message })
  }
  const known = new Set(nextCursor ? orders.map((order) => order.id) : [])
  const fresh = answer.data.orders.filter((order) => !known.has(order.id))
  $ownOrders.set({
    status: 'ready',
    orders: nextCursor ? [...orders, ...fresh] : fresh,
    nextCursor: answer.data.nextCursor,
  })
}
