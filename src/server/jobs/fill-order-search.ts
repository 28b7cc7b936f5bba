import type { Context } from '../context.ts'
import { fillOrderSearch } from '../orders/order-search-rows.ts'

/** Small enough to keep nobody waiting who buys. */
const AT_ONCE = 500

/** Until all is written, or the signal says to stop. */
export async function fillSearch(context: Pick<Context, 'db'>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) if ((await fillOrderSearch(context.db, AT_ONCE)) < AT_ONCE) return
}
