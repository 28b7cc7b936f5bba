import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { EventDetail } from '#model/catalog/catalog.ts'
import { MAX_EVENT_PICTURES, type EventImage } from '#model/catalog/event-images.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertEvent, insertTicketType } from '#tests/support/factories.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

type EventAnswer = Promise<Answer<{ event: ConsoleEvent }>>

async function upload({ width, height } = { width: 400, height: 1000 }): Promise<EventImage> {
  const background = `#${randomUUID().slice(0, 6)}`
  const bytes = new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  const { data } = await fixture.owner.ask<Omit<EventImage, 'alt'>>('POST', '/api/promoter/covers', {
    bytes,
  })
  return { ...data, alt: '' }
}

async function published(): Promise<ConsoleEvent> {
  const { context, promoterId } = fixture
  const eventId = await insertEvent(context.db, { promoterId, startsAt: new Date('2026-12-05T20:00:00Z') })
  await insertTicketType(context.db, { promoterId, eventId })
  const { data } = await fixture.owner.ask<{ event: ConsoleEvent }>('GET', `/api/promoter/events/${eventId}`)
  return data.event
}

const put = ({ id, version, fields }: ConsoleEvent, change: object): EventAnswer =>
  fixture.owner.ask('PUT', `/api/promoter/events/${id}`, {
    body: { version, fields: { ...fields, ...change } },
  })
const publish = ({ id, version }: ConsoleEvent): EventAnswer =>
  fixture.owner.ask('POST', `/api/promoter/events/${id}/publish`, { body: { version } })
const seen = async (slug: string): Promise<EventDetail> =>
  (await fixture.ask<EventDetail>('GET', `/api/public/events/${slug}`)).data
const isThere = ({ sources }: EventImage): Promise<boolean> =>
  fixture.context.uploads.has(sources.at(-1)?.url.slice('/uploads/'.length) ?? '')

describe('a poster, a gallery and a video', () => {
  test('are shown once published, in their aspect ratio', async () => {
    const event = await published()
    const change = {
      poster: { ...(await upload({ width: 700, height: 1400 })), alt: 'A moon over water' },
      gallery: [await upload({ width: 1200, height: 300 }), await upload()],
      videoUrl: 'https://www.youtube.com/watch?v=1',
    }
    const saved = await put(event, change)
    expect(await seen(event.slug)).toMatchObject({ poster: null, gallery: [], videoUrl: '' })
    const { data } = await publish(saved.data.event)
    expect(await seen(data.event.slug)).toMatchObject(change)
    expect(change.poster).toMatchObject({ sources: [{ width: 640 }, { width: 700 }], height: 1400 })
    expect(change.gallery[0]?.height).toBe(300)
  })

  test('are copied with an event, and files stay while one uses them', async () => {
    const [poster, picture] = [await upload(), await upload()]
    const saved = await put(await published(), { poster, gallery: [picture] })
    const first = await publish(saved.data.event)
    const { data } = await fixture.owner.ask<{ event: ConsoleEvent }>(
      'POST',
      `/api/promoter/events/${first.data.event.id}/duplicate`,
      { body: { startsAt: '2027-06-24T20:00' } },
    )
    expect(data.event.fields).toMatchObject({ poster, gallery: [picture] })
    const without = await put(first.data.event, { poster: null, gallery: [] })
    await publish(without.data.event)
    expect([await isThere(poster), await isThere(picture)]).toEqual([true, true])
    const last = await put(data.event, { poster: null })
    expect([await isThere(poster), await isThere(picture)]).toEqual([false, true])
    await fixture.owner.ask(
      'DELETE',
      `/api/promoter/events/${last.data.event.id}?version=${last.data.event.version}`,
    )
    expect(await isThere(picture)).toBe(false)
  })

  test('that are not in the store are refused with their field', async () => {
    const gone = (digit: string) => ({
      sources: [{ url: `/uploads/${digit.repeat(64)}.webp`, width: 640 }],
      height: 640,
      alt: '',
    })
    const { status, error } = await put(await published(), {
      poster: gone('a'),
      gallery: [await upload(), gone('b')],
    })
    expect(status).toBe(422)
    expect(error.details).toEqual([
      expect.objectContaining({ path: 'fields.poster' }),
      expect.objectContaining({ path: 'fields.gallery.1' }),
    ])
  })

  test.each([
    [
      'a picture from elsewhere',
      { poster: { sources: [{ url: 'https://a.example/a.webp', width: 9 }], height: 9, alt: '' } },
    ],
    ['a picture without files', { poster: { sources: [], height: 9, alt: '' } }],
    [
      'a picture without height',
      { poster: { sources: [{ url: `/uploads/${'a'.repeat(64)}.webp`, width: 9 }], height: 0, alt: '' } },
    ],
    ['a video that runs', { videoUrl: 'javascript:alert(1)' }],
    ['a video that is no address', { videoUrl: 'youtube' }],
    ['a key that nobody knows', { poster: { sources: [], height: 9, alt: '', onload: 'x' } }],
  ])('%s is refused', async (_, change) => {
    expect((await put(await published(), change)).status).toBe(422)
  })

  test('a gallery has a maximum', async () => {
    const picture = await upload()
    const gallery = (count: number) => ({ gallery: Array.from({ length: count }, () => picture) })
    const event = await published()
    expect((await put(event, gallery(MAX_EVENT_PICTURES + 1))).error.details).toEqual([
      expect.objectContaining({ path: 'fields.gallery' }),
    ])
    expect((await put(event, gallery(MAX_EVENT_PICTURES))).status).toBe(200)
  })
})
