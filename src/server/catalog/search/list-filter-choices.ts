import { scopeOf, type Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { listChoices, type FilterChoices } from './event-search-rows.ts'

export const listFilterChoices = (context: Context, { site }: { site: Site }): Promise<FilterChoices> =>
  listChoices(context.db, { scope: scopeOf(site), now: new Date(context.clock.now()) })
