import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listEvents } from '#server/catalog/search/list-events.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { seedDemo } from '#server/commands/seed.ts'
import { uploadNameIn } from '#server/platform/uploads/delete-unused-upload.ts'
import { readDemoPhotos, type DemoPhoto } from '#server/demo/demo-photos.ts'
import { createFakeClock } from '#tests/support/clock.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { silentLog } from '#tests/support/log.ts'
import { PHOTOS, renderPhoto } from '../../../scripts/render-demo-photos.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')

describe('photographs of the demo', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let context: Context

  beforeAll(async () => {
    database = await createTestDatabase()
    await seedDemo(database.db, NOW)
    context = await createContext({
      config: readConfig({ FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY }),
      db: database.db,
      connection: database.address,
      log: silentLog(),
      clock: createFakeClock(NOW),
    })
    await context.sites.whenReady(60_000)
  })
  afterAll(async () => {
    await context.close()
    await database.drop()
  })

  const eventsWithPhotos = async () => {
    const site = context.sites.resolve('localhost')
    const page = await listEvents(context, { site, query: {} })
    return page.success ? page.data.events.filter(({ coverUrl }) => coverUrl !== '') : []
  }

  test('are covers of events of every promoter, in two stored widths', async () => {
    const events = await eventsWithPhotos()
    expect(new Set(events.map(({ promoter }) => promoter.name))).toEqual(
      new Set(['Aurora', 'Nordlys', 'Brickworks']),
    )
    for (const { coverUrl, coverSources } of events) {
      expect(coverSources.map(({ width }) => width)).toEqual([800, 1600])
      expect(coverUrl).toBe(coverSources.at(-1)?.url)
      for (const { url, width } of coverSources) {
        const name = uploadNameIn(url) ?? ''
        expect(await context.uploads.has(name)).toBe(true)
        expect(await sharp(await context.uploads.read(name)).metadata()).toMatchObject({
          format: 'webp',
          width,
        })
      }
    }
  })

  test('are in the pictures of shared links', async () => {
    const [event] = await eventsWithPhotos()
    const picture = await context.sharePictures.get({
      id: 'any',
      title: 'Any',
      line: '',
      siteName: '',
      primaryColor: '#000000',
      secondaryColor: '#000000',
      cover: { url: event?.coverUrl ?? '', focus: { x: 50, y: 50 } },
    })
    expect(picture?.type).toBe('image/jpeg')
  })
})

const nameOf = ({ slug, place }: DemoPhoto): string => (place === 'cover' ? slug : `${slug}.${place}`)

test('are small, with all files present', () => {
  const photos = readDemoPhotos()
  expect(new Set(photos.map(nameOf))).toEqual(new Set(Object.keys(PHOTOS)))
  const heavy = photos.filter(({ upload }) => upload.bytes.length > 150 * 1024)
  expect(heavy.map((photo) => `${nameOf(photo)} ${photo.width}`)).toEqual([])
})

/** Pixels of a picture scaled to 48 × 32. */
const stamp = (photo: Uint8Array): Promise<Buffer> =>
  sharp(photo).resize(48, 32, { fit: 'fill' }).removeAlpha().raw().toBuffer()

test.each(Object.entries(PHOTOS))('the script renders %s deterministically', async (name, photo) => {
  const [once, again] = [await renderPhoto(photo, 150), await renderPhoto(photo, 150)]
  expect(once.equals(again)).toBe(true)
  const file = readDemoPhotos().findLast((each) => nameOf(each) === name)
  const [kept, rendered] = [await stamp(file?.upload.bytes ?? new Uint8Array()), await stamp(once)]
  const differences = kept.map((value, index) => Math.abs(value - (rendered[index] ?? 0)))
  const mean = differences.reduce((sum, each) => sum + each, 0) / differences.length
  expect(mean).toBeLessThan(8)
})
