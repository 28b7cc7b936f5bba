import { scopeOf, type Site } from '#model/sites.ts'
import type { Context } from '../context.ts'
import { listCities } from './event-rows.ts'

/** Cities that a site's visitors can filter by. */
export const listPlaces = (context: Context, { site }: { site: Site }): Promise<string[]> =>
  listCities(context.db, { scope: scopeOf(site), now: new Date(context.clock.now()) })
