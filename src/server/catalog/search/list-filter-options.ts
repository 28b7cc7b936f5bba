import { siteScopeOf, type Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { listFilterOptionRows, type FilterOptions } from './event-search-rows.ts'

export const listFilterOptions = (context: Context, { site }: { site: Site }): Promise<FilterOptions> =>
  listFilterOptionRows(context.db, { scope: siteScopeOf(site), now: new Date(context.clock.now()) })
