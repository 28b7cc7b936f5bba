import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Domain } from '#contracts/console/domains.ts'
import { setAvatar } from '#server/people/avatars/avatar-files.ts'
import { createApi } from '#server/http/api.ts'
import { insertSession } from '#tests/support/accounts.ts'
import { createAsk, type Answer, type Ask } from '#tests/support/ask.ts'
import { openDomainFixture, type DomainFixture, type Owner } from '#tests/support/domains.ts'
import { atLeast, HOSTILE, MEGABYTE, moving, onItsSide, plain } from '#tests/support/picture-files.ts'

const MAIN = 'main.example'

let fixture: DomainFixture
let ask: Ask
let aurora: Owner
let nordlys: Owner
let domain: Domain

beforeAll(async () => {
  fixture = await openDomainFixture()
  ask = createAsk(fixture.context, MAIN)
  aurora = await fixture.open('Aurora')
  nordlys = await fixture.open('Nordlys')
  domain = await aurora.own('tickets.aurora.example')
})
afterAll(() => fixture.close())
afterEach(async () => {
  await fixture.context.db.deleteFrom('rate_limits').execute()
})

type Kind = 'logo' | 'favicon'
type Body = Uint8Array | ReadableStream<Uint8Array>

const upload = async (kind: Kind, body: Body, owner = aurora): Promise<Answer<{ url: string }>> =>
  ask('POST', `/api/domains/look/pictures/${kind}`, {
    bearer: await insertSession(fixture.context, owner.accountId, MAIN),
    bytes: body instanceof ReadableStream ? body : new Uint8Array(body),
  })

const urlOf = async (kind: Kind, bytes: Uint8Array, owner = aurora): Promise<string> =>
  (await upload(kind, bytes, owner)).data.url

const PLAIN = { siteName: 'Aurora', logoUrl: '', faviconUrl: '', customCss: '' }

const save = (look: object, owner = aurora, id = domain.id) =>
  owner.ask('PUT', `/api/domains/${id}/settings`, { settings: { ...PLAIN, ...look } })

const nameOf = (url: string): string => url.slice('/uploads/'.length)
const isThere = (url: string): boolean => readdirSync(fixture.folder).includes(nameOf(url))
const stored = (url: string): Sharp => sharp(readFileSync(join(fixture.folder, nameOf(url))))
const pixelOf = async (url: string, left: number, top: number): Promise<number[]> => [
  ...(await stored(url).ensureAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
]

const disc = ({ width = 400, height = 400 } = {}): Promise<Buffer> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="${width / 2}" cy="${height / 2}" r="${height / 2}" fill="#f00"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

describe('a logo', () => {
  test('becomes a WebP that keeps transparency', async () => {
    const answer = await upload('logo', await disc())
    expect(answer.status).toBe(201)
    expect(answer.data.url).toMatch(/^\/uploads\/[\da-f]{64}\.webp$/)
    const found = await stored(answer.data.url).metadata()
    expect(found).toMatchObject({ format: 'webp', width: 160, height: 160, hasAlpha: true })
    expect((await pixelOf(answer.data.url, 1, 1))[3]).toBe(0)
    const [red = 0, green = 0, , alpha] = await pixelOf(answer.data.url, 80, 80)
    expect([red > 240, green < 12, alpha]).toEqual([true, true, 255])
  })

  test.each([
    [
      { width: 4000, height: 500 },
      { width: 640, height: 80 },
    ],
    [
      { width: 500, height: 4000 },
      { width: 20, height: 160 },
    ],
    [
      { width: 120, height: 30 },
      { width: 120, height: 30 },
    ],
  ])('of %o is %o large', async (given, expected) => {
    const url = await urlOf('logo', await plain('#c0ffee', given).png().toBuffer())
    expect(await stored(url).metadata()).toMatchObject(expected)
  })
})

describe('an icon', () => {
  test('becomes a square PNG with transparent padding', async () => {
    const url = await urlOf('favicon', await plain('#00f', { width: 400, height: 200 }).jpeg().toBuffer())
    expect(url).toMatch(/^\/uploads\/[\da-f]{64}\.png$/)
    const found = await stored(url).metadata()
    expect(found).toMatchObject({ format: 'png', width: 180, height: 180, hasAlpha: true })
    expect((await pixelOf(url, 90, 10))[3]).toBe(0)
    expect((await pixelOf(url, 90, 90))[3]).toBe(255)
  })

  test('is served with its type', async () => {
    const url = await urlOf('favicon', await disc())
    const { headers, status } = await createApi(fixture.context).request(url)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })
})

describe.each<Kind>(['logo', 'favicon'])('an upload as %s', (kind) => {
  test.each(HOSTILE)('%s is refused', async (_, make) => {
    const before = readdirSync(fixture.folder)
    const refused = { status: 422, success: false, error: { code: 'PICTURE_REFUSED' } }
    expect(await upload(kind, await make())).toMatchObject(refused)
    expect(readdirSync(fixture.folder)).toEqual(before)
  })

  test('is rotated upright, without metadata', async () => {
    const url = await urlOf(kind, await onItsSide())
    const { exif, xmp, iptc, icc, orientation, height } = await stored(url).metadata()
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    const middle = Math.floor((await stored(url).metadata()).width / 2)
    const [red = 0, , blue = 255] = await pixelOf(url, middle, Math.floor(height * 0.1))
    expect([red > 200, blue < 60]).toEqual([true, true])
  })

  test('is not animated', async () => {
    const url = await urlOf(kind, await moving('webp'))
    expect((await stored(url).metadata()).pages ?? 1).toBe(1)
    const [red = 255, green = 0] = await pixelOf(url, 90, 90)
    expect([red < 60, green > 200]).toEqual([true, true])
  })

  test('keeps its colours when in CMYK', async () => {
    const cmyk = await plain('#e03020').toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    const url = await urlOf(kind, cmyk)
    expect((await stored(url).metadata()).space).toBe('srgb')
    const [red = 0, green = 255, blue = 255] = await pixelOf(url, 90, 90)
    expect([red > 180, green < 110, blue < 110]).toEqual([true, true, true])
  })

  test('is limited to 2 MB, also while reading', async () => {
    const picture = await plain('#0ff').jpeg().toBuffer()
    expect((await upload(kind, atLeast(picture, 2 * MEGABYTE))).status).toBe(201)
    const tooLarge = { status: 413, error: { code: 'BODY_TOO_LARGE' } }
    expect(await upload(kind, atLeast(picture, 2 * MEGABYTE + 1))).toMatchObject(tooLarge)
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += MEGABYTE
        controller.enqueue(new Uint8Array(MEGABYTE))
      },
    })
    expect(await upload(kind, endless)).toMatchObject(tooLarge)
    expect(sent).toBeLessThan(6 * MEGABYTE)
  })
})

test('other kinds are refused', async () => {
  const bearer = await insertSession(fixture.context, aurora.accountId, MAIN)
  const answer = await ask('POST', '/api/domains/look/pictures/banner', {
    bearer,
    bytes: new Uint8Array(await disc()),
  })
  expect(answer).toMatchObject({ status: 422, error: { code: 'VALIDATION_ERROR' } })
})

test('uploads are limited to 30 an hour', async () => {
  for (let times = 0; times < 30; times += 1) await upload('logo', Buffer.from('no picture'))
  expect((await upload('favicon', Buffer.from('no picture'))).error.code).toBe('RATE_LIMITED')
  expect((await upload('favicon', Buffer.from('no picture'), nordlys)).error.code).toBe('PICTURE_REFUSED')
})

describe('the settings', () => {
  test('accept uploads of the same kind', async () => {
    const logoUrl = await urlOf('logo', await disc())
    const faviconUrl = await urlOf('favicon', await disc())
    const saved = await save({ logoUrl, faviconUrl })
    expect(saved).toMatchObject({ status: 200, data: { settings: { logoUrl, faviconUrl } } })
    expect((await save({ logoUrl: faviconUrl })).error.details).toEqual([
      { path: 'settings.logoUrl', message: 'Upload the image first.' },
    ])
  })

  test('refuse deleted uploads', async () => {
    const logoUrl = await urlOf('logo', await plain('#010203').png().toBuffer())
    await fixture.context.uploads.remove(nameOf(logoUrl))
    expect(await save({ logoUrl })).toMatchObject({
      status: 422,
      error: {
        code: 'VALIDATION_ERROR',
        details: [
          { path: 'settings.logoUrl', message: 'This image is no longer available. Upload it again.' },
        ],
      },
    })
  })
})

describe('the file', () => {
  test('is deleted when replaced, and stays when only colours change', async () => {
    const first = await urlOf('logo', await plain('#111111').png().toBuffer())
    const second = await urlOf('logo', await plain('#222222').png().toBuffer())
    await save({ logoUrl: first })
    await save({ logoUrl: first, primaryColor: '#123456' })
    expect(isThere(first)).toBe(true)
    await save({ logoUrl: second })
    expect([isThere(first), isThere(second)]).toEqual([false, true])
    await save({})
    expect(isThere(second)).toBe(false)
  })

  test('stays while another promoter uses it', async () => {
    const theirs = await nordlys.own('tickets.nordlys.example')
    const picture = await plain('#333333').png().toBuffer()
    const url = await urlOf('logo', picture)
    expect(await urlOf('logo', picture, nordlys)).toBe(url)
    await save({ logoUrl: url })
    await save({ logoUrl: url }, nordlys, theirs.id)
    await save({})
    expect(isThere(url)).toBe(true)
    await save({}, nordlys, theirs.id)
    expect(isThere(url)).toBe(false)
  })

  test('stays while an account uses it, and an account’s while a site or its CSS does', async () => {
    const { context } = fixture
    const made = await context.pictures.toAvatar(await plain('#444444').png().toBuffer())
    if (!made.success) throw new Error('This is a picture.')
    const url = `/uploads/${made.data.name}`
    const wear = (picture: typeof made.data | undefined) =>
      setAvatar(context, { accountId: aurora.accountId, picture })
    await wear(made.data)
    await save({ logoUrl: url })
    await save({})
    expect(isThere(url)).toBe(true)
    await save({ logoUrl: url })
    await wear(undefined)
    expect(isThere(url)).toBe(true)
    await save({ customCss: `h1 { background: url(${url}) }` })
    expect(isThere(url)).toBe(true)
    await wear(made.data)
    await save({})
    await wear(undefined)
    expect(isThere(url)).toBe(false)
  })

  test('exists whenever settings refer to it, also with concurrent changes', async () => {
    const theirs = await nordlys.own('also.nordlys.example')
    const picture = await plain('#555555').png().toBuffer()
    const url = await urlOf('logo', picture)
    const answers = await Promise.all(
      [1, 2, 3, 4].flatMap(() => [
        upload('logo', picture),
        save({ logoUrl: url }),
        save({}),
        save({ logoUrl: url }, nordlys, theirs.id),
        save({}, nordlys, theirs.id),
      ]),
    )
    for (const { status } of answers) expect([200, 201, 422]).toContain(status)
    const shown = await fixture.context.db
      .selectFrom('sites')
      .select('logo_url')
      .where('logo_url', '=', url)
      .execute()
    expect(shown.length === 0 || isThere(url)).toBe(true)
    await save({ logoUrl: await urlOf('logo', picture) })
    expect(isThere(url)).toBe(true)
  })
})
