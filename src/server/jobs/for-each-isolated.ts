import type { Context } from '#server/context.ts'

const AT_ONCE = 4

/** Runs `work` for a few items at a time. An error is logged and doesn't affect the other items. */
export async function forEachIsolated<Item>(
  context: Context,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values()
  const worker = async (): Promise<void> => {
    for (const item of waiting)
      await work(item).catch((error: unknown) =>
        context.log.error({ err: error, item }, 'A job failed for one item'),
      )
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Repeats `takeAndWork` while it returns full batches. It must reserve its items for a while, so that none is taken twice. */
export async function repeatWhileFull(limit: number, takeAndWork: () => Promise<number>): Promise<void> {
  while ((await takeAndWork()) === limit);
}
