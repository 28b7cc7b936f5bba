import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

export interface LinkOptions {
  promoterId: string
  memberId: string | null
  code: string
  eventId?: string
  isActive?: boolean
  utmSource?: string
}

export async function insertLink(db: Kysely<Database>, link: LinkOptions): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('tracking_links')
    .values({
      id,
      promoter_id: link.promoterId,
      member_id: link.memberId,
      event_id: link.eventId ?? null,
      code: link.code,
      name: link.code,
      utm_source: link.utmSource ?? '',
      is_active: link.isActive ?? true,
      created_at: new Date('2026-11-01T12:00:00Z'),
    })
    .execute()
  return id
}

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
