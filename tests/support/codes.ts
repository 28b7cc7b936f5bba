import { sql, type Kysely } from 'kysely'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import type { CodeMode } from '#model/catalog/codes/code-modes.ts'
import { liveDigits, liveStepAt } from '#model/sales/door/live-codes.ts'
import type { Ticket } from '#model/sales/orders.ts'
import type { Database } from '#server/platform/db/tables.ts'
import type { Answer } from './ask.ts'
import type { ConsoleFixture } from './console.ts'
import type { Arrived } from './mail-server.ts'
import type { Shop } from './shop.ts'

type Put = Pick<Shop, 'context' | 'eventId' | 'clock'>

export const TEN_MINUTES_MS = 600_000

/** Moves the event, so that its late codes appear in ten minutes, 24 hours before it begins. */
export const setLateCodes = (shop: Put): Promise<void> =>
  setEvent(shop.context.db, {
    eventId: shop.eventId,
    mode: 'late',
    startsAt: new Date(shop.clock.now() + TEN_MINUTES_MS + 24 * 3_600_000),
  })

/** The event begins in two hours, so that its tickets can be scanned. */
export const setLiveCodes = (shop: Put): Promise<void> =>
  setEvent(shop.context.db, {
    eventId: shop.eventId,
    mode: 'live',
    startsAt: new Date(shop.clock.now() + 2 * 3_600_000),
  })

async function setEvent(
  db: Kysely<Database>,
  { eventId, mode, startsAt }: { eventId: string; mode: CodeMode; startsAt: Date },
): Promise<void> {
  await sql`
    update events set code_mode = ${mode}, code_reveal_hours = 24, codes_withheld = true, starts_at = ${startsAt},
      ends_at = ${new Date(startsAt.getTime() + 4 * 3_600_000)}
    where id = ${eventId}`.execute(db)
}

const pathOfEvent = ({ eventId }: ConsoleFixture): string => `/api/promoter/events/${eventId}`

/** Saves a change of the fixture's event as its promoter, without publishing it. */
export async function writeEvent(
  fixture: ConsoleFixture,
  change: Partial<EventFields>,
): Promise<ConsoleEvent> {
  const { ask } = fixture.owner
  const { data } = await ask<{ event: ConsoleEvent }>('GET', pathOfEvent(fixture))
  const { version, fields } = data.event
  const body = { version, fields: { ...fields, ...change } }
  const put = await ask<{ event: ConsoleEvent }>('PUT', pathOfEvent(fixture), { body })
  if (!put.success) throw new Error(put.error.code)
  return put.data.event
}

export const publishEvent = (fixture: ConsoleFixture, { version }: ConsoleEvent): Promise<Answer<unknown>> =>
  fixture.owner.ask('POST', `${pathOfEvent(fixture)}/publish`, { body: { version, tellBuyers: false } })

/** The content of the ticket's QR code at a time, as its holder's phone computes it. */
export async function liveCodeAt({ live }: Pick<Ticket, 'live'>, ms: number): Promise<string> {
  if (!live) throw new Error('The ticket has no live code.')
  const secret = Uint8Array.from(Buffer.from(live.secret, 'hex'))
  return live.prefix + (await liveDigits(secret, liveStepAt(ms)))
}

/** Everything that an email contains, decoded. */
export const wholeMail = ({ mail }: Arrived): string =>
  [
    mail.subject,
    mail.html,
    mail.text,
    ...mail.attachments.flatMap(({ filename, content }) => [
      filename,
      typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('latin1'),
    ]),
  ].join('\n')
