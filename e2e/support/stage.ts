import { sql } from 'kysely'
import {
  insertEvent,
  insertFees,
  insertTicketType,
  type TicketTypeOptions,
} from '#tests/support/factories.ts'
import type { RunningFoyer } from './foyer.ts'

export interface Show {
  path: string
  ticketTypeId: string
}

export async function putOn(
  foyer: RunningFoyer,
  title: string,
  options: Partial<TicketTypeOptions> = {},
): Promise<Show> {
  const { rows } = await sql<{ id: string }>`select id from promoters where slug = 'aurora'`.execute(foyer.db)
  const promoterId = rows[0]?.id ?? ''
  const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const startsAt = new Date(Date.now() + 40 * 86_400_000)
  const eventId = await insertEvent(foyer.db, { promoterId, startsAt, slug, title, attendeeNames: 'none' })
  await insertFees(foyer.db, { promoterId, eventId })
  const ticketTypeId = await insertTicketType(foyer.db, {
    promoterId,
    eventId,
    name: 'Entry',
    priceCents: 2000,
    ...options,
  })
  return { path: `/events/${slug}`, ticketTypeId }
}

/** Moves an event into the past. A trigger keeps the later end, before which nothing is due: removed, too. */
export async function endShow(
  foyer: RunningFoyer,
  { path }: Show,
  endsAt = new Date(Date.now() - 3_600_000),
): Promise<void> {
  const slug = path.replace('/events/', '')
  const event = foyer.db.updateTable('events').where('slug', '=', slug)
  await event.set({ starts_at: new Date(endsAt.getTime() - 4 * 3_600_000), ends_at: endsAt }).execute()
  await event.set({ latest_ends_at: null }).execute()
}

/** Replaces a promoter's CSS while `look` runs: other tests use the site, too. */
export async function withCss(
  foyer: RunningFoyer,
  { slug, css }: { slug: string; css: string },
  look: () => Promise<void>,
): Promise<void> {
  const site = foyer.db
    .selectFrom('promoters')
    .innerJoin('sites', 'sites.promoter_id', 'promoters.id')
    .select(['promoters.id', 'sites.custom_css'])
    .where('promoters.slug', '=', slug)
  const { id, custom_css: before } = await site.executeTakeFirstOrThrow()
  const replaceBy = (text: string) =>
    foyer.db.updateTable('sites').set({ custom_css: text }).where('promoter_id', '=', id).execute()
  await replaceBy(css)
  try {
    await look()
  } finally {
    await replaceBy(before)
  }
}
