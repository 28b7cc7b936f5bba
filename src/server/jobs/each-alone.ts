import type { Context } from '../context.ts'

/** One after the other; what breaks is logged and keeps nobody else from their turn. */
export async function eachAlone<Item>(
  context: Context,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    await work(item).catch((error: unknown) =>
      context.log.error({ err: error, item }, 'A job failed on one item'),
    )
  }
}
