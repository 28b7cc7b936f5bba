import { computed, onMount } from 'nanostores'
import { call } from '#browser/platform/api.ts'
import { listOwnOrders, type OrderSummary } from '#contracts/account/accounts.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'

export interface OwnOrders {
  status: 'loading' | 'ready' | 'error'
  orders: readonly OrderSummary[]
  nextCursor: string | null
  failure?: string | undefined
}

export const LOADING_ORDERS: OwnOrders = { status: 'loading', orders: [], nextCursor: null }

const list = createList<OrderSummary, object>(async (query) =>
  toListPage(await call(listOwnOrders, { query }), ({ orders }) => orders),
)

export const $ownOrders = computed(
  list.$list,
  ({ rows = [], nextCursor, isLoading, failure }): OwnOrders => ({
    status: isLoading ? 'loading' : failure === undefined ? 'ready' : 'error',
    orders: rows,
    nextCursor,
    failure,
  }),
)

onMount($ownOrders, () => {
  if (!list.$list.get().rows) void loadOwnOrders()
})

export const loadOwnOrders = (): Promise<void> => (list.$list.get().rows ? list.more() : list.load({}))
