import type { Context } from '../context.ts'

/** As many as leave most of the pool to those who are buying. */
const AT_ONCE = 4

/** A few at once; what breaks is logged and keeps nobody else from their turn. */
export async function eachAlone<Item>(
  context: Context,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values()
  const worker = async (): Promise<void> => {
    for (const item of waiting)
      await work(item).catch((error: unknown) =>
        context.log.error({ err: error, item }, 'A job failed on one item'),
      )
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Batch after batch, as long as they come full: who takes one leaves it to nobody else for a while, so none comes twice. */
export async function batchByBatch(limit: number, takeAndWork: () => Promise<number>): Promise<void> {
  while ((await takeAndWork()) === limit);
}
