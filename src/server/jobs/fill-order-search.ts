import type { Context } from '#server/context.ts'
import { fillOrderSearch } from '#server/sales/order-management/order-search-rows.ts'

/** Orders per statement: few enough not to delay buyers. */
const AT_ONCE = 500

export async function fillOrderSearchTexts(
  context: Pick<Context, 'db'>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) if ((await fillOrderSearch(context.db, AT_ONCE)) < AT_ONCE) return
}
