import { siteScopeOf, type Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { listFilterChoiceRows, type FilterChoices } from './event-search-rows.ts'

export const listFilterChoices = (context: Context, { site }: { site: Site }): Promise<FilterChoices> =>
  listFilterChoiceRows(context.db, { scope: siteScopeOf(site), now: new Date(context.clock.now()) })
