import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Checklist } from '#contracts/console/checklist.ts'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { EventDetail } from '#model/catalog/catalog.ts'
import type { CoverImage } from '#model/catalog/event-drafts.ts'
import { previewEvent } from '#server/catalog/events/preview-event.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertEvent } from '#tests/support/factories.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

type Sources = CoverImage['sources']

const picture = async (width: number): Promise<Uint8Array<ArrayBuffer>> => {
  const background = `#${randomUUID().slice(0, 6)}`
  return new Uint8Array(
    await sharp({ create: { width, height: width / 2, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  )
}

const upload = async (width: number): Promise<Sources> => {
  const bytes = await picture(width)
  const { data } = await fixture.owner.ask<{ sources: Sources }>('POST', '/api/promoter/covers', { bytes })
  return data.sources
}

async function published(): Promise<ConsoleEvent> {
  const { context, promoterId } = fixture
  const id = await insertEvent(context.db, { promoterId, startsAt: new Date('2026-12-05T20:00:00Z') })
  const { data } = await fixture.owner.ask<{ event: ConsoleEvent }>('GET', `/api/promoter/events/${id}`)
  return data.event
}

const put = (event: ConsoleEvent, sources: Sources): Promise<Answer<{ event: ConsoleEvent }>> =>
  fixture.owner.ask('PUT', `/api/promoter/events/${event.id}`, {
    body: { version: event.version, fields: { ...event.fields, cover: { sources, focusX: 30, focusY: 70 } } },
  })

const isThere = (sources: Sources): Promise<boolean> =>
  fixture.context.uploads.has(sources.at(-1)?.url.slice('/uploads/'.length) ?? '')

describe('a cover', () => {
  test('has the widths up to its own, never upscaled', async () => {
    expect((await upload(3000)).map(({ width }) => width)).toEqual([640, 1280, 1920])
    expect((await upload(900)).map(({ width }) => width)).toEqual([640, 900])
    const refused = await fixture.owner.ask('POST', '/api/promoter/covers', {
      bytes: new Uint8Array([1, 2, 3]),
    })
    expect(refused.error.code).toBe('PICTURE_REFUSED')
  })

  test('is pending with the changes of a published event, and discarded with them', async () => {
    const sources = await upload(900)
    const changed = await put(await published(), sources)
    const { event } = changed.data
    const seen = await fixture.ask<EventDetail>('GET', `/api/public/events/${event.slug}`)
    expect(seen.data).toMatchObject({ coverUrl: '', coverSources: [] })
    expect(await isThere(sources)).toBe(true)
    await fixture.owner.ask('DELETE', `/api/promoter/events/${event.id}/changes?version=${event.version}`)
    expect(await isThere(sources)).toBe(false)
  })

  test('that is not in the store is refused', async () => {
    const url = `/uploads/${'a'.repeat(64)}.webp`
    const { status, error } = await put(await published(), [{ url, width: 640 }])
    expect([status, error.details]).toEqual([422, [expect.objectContaining({ path: 'fields.cover' })]])
  })
})

describe('a preview', () => {
  test('renders the form’s values for members who may edit the event', async () => {
    const event = await published()
    const site = fixture.context.sites.resolve(fixture.host)
    const origin = `http://${fixture.host}`
    const ask = {
      site,
      promoterUserId: undefined,
      eventId: event.id,
      fields: { ...event.fields, title: 'Not yet' },
    }
    const seen = await previewEvent(fixture.context, {
      ...ask,
      client: { origin, bearer: fixture.owner.bearer },
    })
    expect(seen).toMatchObject({ success: true, data: { preview: { row: { title: 'Not yet' } } } })
    const { bearer } = await fixture.join('sales')
    expect(await previewEvent(fixture.context, { ...ask, client: { origin, bearer } })).toMatchObject({
      error: { code: 'FORBIDDEN' },
    })
    expect(await previewEvent(fixture.context, { ...ask, client: { origin } })).toMatchObject({
      error: { code: 'UNAUTHENTICATED' },
    })
  })
})

describe('the checklist', () => {
  const read = async (): Promise<Checklist> =>
    (await fixture.owner.ask<Checklist>('GET', '/api/promoter/checklist')).data

  test('is computed from data, and ends when complete or dismissed', async () => {
    const done = async (): Promise<string[]> =>
      (await read()).steps.filter((step) => step.isDone).map((step) => step.key)
    expect(await done()).toEqual(['event', 'published'])
    const { db } = fixture.context
    await sql`update promoters set legal_name = 'Aurora GmbH' where id = ${fixture.promoterId}`.execute(db)
    expect(await done()).toEqual(['event', 'published'])
    await sql`update promoters set legal_address = 'Kai 1' where id = ${fixture.promoterId}`.execute(db)
    expect(await done()).toEqual(['event', 'published', 'details'])
    expect((await read()).isOver).toBe(false)
    for (const [kind, text] of [
      ['terms', 'Be kind.'],
      ['privacy', 'We keep little.'],
    ]) {
      expect(await done()).not.toContain('legal')
      await sql`
        insert into legal_texts (promoter_id, kind, version, text, created_at)
        values (${fixture.promoterId}, ${kind}, 1, ${text}, now())`.execute(db)
    }
    expect(await done()).toContain('legal')
    // Removing a page is a version without a text.
    await sql`
      insert into legal_texts (promoter_id, kind, version, text, created_at)
      values (${fixture.promoterId}, 'terms', 2, null, now())`.execute(db)
    expect(await done()).not.toContain('legal')
    await fixture.owner.ask('DELETE', '/api/promoter/checklist')
    expect((await read()).isOver).toBe(true)
  })
})
