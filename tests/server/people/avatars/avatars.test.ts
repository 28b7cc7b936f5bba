import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Customer } from '#model/people/accounts.ts'
import { setAvatar } from '#server/people/avatars/avatar-files.ts'
import type { Context } from '#server/context.ts'
import { deleteUnusedUpload } from '#server/platform/uploads/delete-unused-upload.ts'
import { toUpload } from '#server/platform/uploads/upload-store.ts'
import {
  insertAccount,
  insertSession,
  openAccountFixture,
  type AccountFixture,
} from '#tests/support/accounts.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { atLeast, HOSTILE, MEGABYTE, moving, noise, onItsSide, plain } from '#tests/support/picture-files.ts'

const AVATAR = '/api/auth/customer/avatar'
const REFUSED = { status: 422, success: false, error: { code: 'PICTURE_REFUSED' } }

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await openAccountFixture()
})
afterAll(() => fixture.close())

const newcomer = async (): Promise<string> => fixture.signIn(await fixture.join())

const upload = (token: string, bytes: Uint8Array, headers: Record<string, string> = {}) =>
  fixture.ask<{ customer: Customer }>('POST', AVATAR, { token, bytes: new Uint8Array(bytes), headers })

const avatarUrlOf = async (token: string, bytes: Uint8Array): Promise<string> =>
  (await upload(token, bytes)).data.customer.settings.avatarUrl

const filesThere = (): string[] => readdirSync(fixture.folder).toSorted()
const nameOf = (avatarUrl: string): string => avatarUrl.slice('/uploads/'.length)
const storedAs = (avatarUrl: string): Sharp => sharp(readFileSync(join(fixture.folder, nameOf(avatarUrl))))

describe('a picture', () => {
  const made: [string, () => Promise<Buffer>][] = [
    ['JPEG', () => plain('#c0ffee').jpeg().toBuffer()],
    ['PNG', () => plain('#c0ffee').png().toBuffer()],
    ['WebP', () => plain('#c0ffee').webp().toBuffer()],
    ['AVIF', () => plain('#c0ffee').avif({ effort: 0 }).toBuffer()],
  ]
  test.each(made)('in %s becomes a square WebP, shown with the account', async (_, make) => {
    const token = await newcomer()
    const answer = await upload(token, await make())
    expect(answer.status).toBe(200)
    const { avatarUrl } = answer.data.customer.settings
    expect(avatarUrl).toMatch(/^\/uploads\/[\da-f]{64}\.webp$/)
    expect(await storedAs(avatarUrl).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
    const { dominant } = await storedAs(avatarUrl).stats()
    expect(dominant.r).toBeGreaterThan(170)
    const me = await fixture.ask<{ customer: Customer }>('GET', '/api/auth/customer/me', { token })
    expect(me.data.customer.settings.avatarUrl).toBe(avatarUrl)
  })

  test('is rotated upright, without metadata', async () => {
    const picture = await onItsSide()
    expect((await sharp(picture).metadata()).exif).toBeDefined()
    const avatarUrl = await avatarUrlOf(await newcomer(), picture)
    const { exif, xmp, iptc, icc, orientation } = await storedAs(avatarUrl).metadata()
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    const pixelAt = async (left: number, top: number): Promise<number[]> => [
      ...(await storedAs(avatarUrl).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
    ]
    const [top, bottom] = [await pixelAt(128, 20), await pixelAt(128, 236)]
    expect(top[0]).toBeGreaterThan(200)
    expect(top[2]).toBeLessThan(60)
    expect(bottom[2]).toBeGreaterThan(200)
    expect(bottom[0]).toBeLessThan(60)
  })

  test('that is animated becomes its first frame', async () => {
    const avatarUrl = await avatarUrlOf(await newcomer(), await moving('webp'))
    expect((await storedAs(avatarUrl).metadata()).pages ?? 1).toBe(1)
    const { dominant } = await storedAs(avatarUrl).stats()
    expect(dominant).toMatchObject({ r: 8, g: 248, b: 8 })
  })

  test('is what its bytes are, whatever the request says', async () => {
    const jpeg = await plain('#123456').jpeg().toBuffer()
    const taken = await upload(await newcomer(), jpeg, { 'content-type': 'image/svg+xml' })
    expect(taken.status).toBe(200)
    const text = await upload(await newcomer(), Buffer.from('<html>'), { 'content-type': 'image/jpeg' })
    expect(text).toMatchObject(REFUSED)
  })

  test('that is something else as well is only a picture afterwards', async () => {
    const script = '<script>alert(1)</script>'
    const polyglot = Buffer.concat([await plain('#654321').jpeg().toBuffer(), Buffer.from(script)])
    const avatarUrl = await avatarUrlOf(await newcomer(), polyglot)
    expect(readFileSync(join(fixture.folder, nameOf(avatarUrl))).includes(script)).toBe(false)
  })
})

describe('refused is', () => {
  test.each(HOSTILE)('%s', async (_, make) => {
    const token = await newcomer()
    const before = filesThere()
    expect(await upload(token, await make())).toMatchObject(REFUSED)
    expect(filesThere()).toEqual(before)
  })

  test('40 megapixels are accepted', async () => {
    const large = await plain('#00f', { width: 6400, height: 6250 }).png().toBuffer()
    expect((await upload(await newcomer(), large)).status).toBe(200)
  })
})

describe('8 MB', () => {
  const ofSize = async (size: number): Promise<Buffer> => atLeast(await plain('#0ff').jpeg().toBuffer(), size)

  test('are the most, for this call alone', async () => {
    const token = await newcomer()
    expect((await upload(token, await ofSize(8 * MEGABYTE))).status).toBe(200)
    const tooLarge = { status: 413, error: { code: 'BODY_TOO_LARGE' } }
    expect(await upload(token, await ofSize(8 * MEGABYTE + 1))).toMatchObject(tooLarge)
    const body = { password: 'x'.repeat(300_000) }
    expect(await fixture.ask('POST', '/api/auth/customer/authenticator', { token, body })).toMatchObject(
      tooLarge,
    )
  })

  test('are not exceeded while reading a body of unknown length', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += MEGABYTE
        controller.enqueue(new Uint8Array(MEGABYTE))
      },
    })
    const answer = await fixture.ask('POST', AVATAR, { token: await newcomer(), bytes: endless })
    expect(answer).toMatchObject({ status: 413, error: { code: 'BODY_TOO_LARGE' } })
    expect(sent).toBeLessThan(12 * MEGABYTE)
  })

  test('are not read without authentication', async () => {
    let sent = 0
    const counted = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          sent += 1
          controller.enqueue(new Uint8Array(1000))
        },
      },
      { highWaterMark: 0 },
    )
    expect((await fixture.ask('POST', AVATAR, { bytes: counted })).status).toBe(401)
    expect(sent).toBe(0)
  })
})

/** Waits until a statement waits for a lock. */
async function whenSomebodyWaits(context: Context): Promise<void> {
  const waiting = sql`
    select from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`
  for (let looks = 0; looks < 2000; looks += 1)
    if ((await waiting.execute(context.db)).rows.length > 0) return
}

describe('the file', () => {
  test('is deleted when the picture is replaced or removed', async () => {
    const token = await newcomer()
    const first = await avatarUrlOf(token, await plain('#800000').png().toBuffer())
    const second = await avatarUrlOf(token, await plain('#f1f1f1').png().toBuffer())
    expect(filesThere()).not.toContain(nameOf(first))
    expect(filesThere()).toContain(nameOf(second))
    const removed = await fixture.ask<{ customer: Customer }>('DELETE', AVATAR, { token })
    expect(removed.data.customer.settings.avatarUrl).toBe('')
    expect(filesThere()).not.toContain(nameOf(second))
    expect((await fixture.ask('DELETE', AVATAR, { token })).status).toBe(200)
  })

  test('stays while another account uses it, and when it is uploaded again', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const picture = await plain('#008000').png().toBuffer()
    const avatarUrl = await avatarUrlOf(one, picture)
    expect(await avatarUrlOf(other, picture)).toBe(avatarUrl)
    expect(await avatarUrlOf(other, picture)).toBe(avatarUrl)
    await fixture.ask('DELETE', AVATAR, { token: one })
    expect(filesThere()).toContain(nameOf(avatarUrl))
    await fixture.ask('DELETE', AVATAR, { token: other })
    expect(filesThere()).not.toContain(nameOf(avatarUrl))
  })

  test('exists whenever an account refers to it, also with concurrent changes', async () => {
    const tokens = await Promise.all(Array.from({ length: 6 }, newcomer))
    const picture = await plain('#000080').png().toBuffer()
    await Promise.all(
      tokens.flatMap((token, index) => [
        upload(token, picture),
        ...(index % 2 ? [fixture.ask('DELETE', AVATAR, { token })] : []),
      ]),
    )
    const rows = await fixture.context.db
      .selectFrom('accounts')
      .select('avatar_url')
      .distinct()
      .where('avatar_url', '<>', '')
      .execute()
    expect(rows.map((row) => nameOf(row.avatar_url)).toSorted()).toEqual(filesThere())
  })

  test('is not deleted during a concurrent upload', async () => {
    const [one, other] = [await fixture.join(), await fixture.join()]
    const picture = toUpload(Buffer.from('what a picture would be'), 'webp')
    const { uploads, db } = fixture.context
    await setAvatar(fixture.context, { accountId: one, picture })
    const [avatarUrl = ''] = (
      await db.selectFrom('accounts').select('avatar_url').where('id', '=', one).execute()
    ).map((row) => row.avatar_url)
    let again: Promise<void> = Promise.resolve()
    // No account uses it, which was already checked; now another one sets it, as far as it can.
    const remove = async (name: string): Promise<void> => {
      again = setAvatar(fixture.context, { accountId: other, picture })
      await Promise.race([again, whenSomebodyWaits(fixture.context)])
      await uploads.remove(name)
    }
    const busy = { ...fixture.context, uploads: { ...uploads, remove } }
    await setAvatar(busy, { accountId: one, picture: undefined })
    await again
    expect(filesThere()).toContain(nameOf(avatarUrl))
  })

  test('of a deleted account is deleted with it', async () => {
    const accountId = await fixture.join()
    const avatarUrl = await avatarUrlOf(
      await fixture.signIn(accountId),
      await plain('#808000').png().toBuffer(),
    )
    await deleteUnusedUpload(fixture.context, avatarUrl)
    expect(filesThere()).toContain(nameOf(avatarUrl))
    await fixture.context.db.deleteFrom('accounts').where('id', '=', accountId).execute()
    await deleteUnusedUpload(fixture.context, avatarUrl)
    expect(filesThere()).not.toContain(nameOf(avatarUrl))
  })

  test('can’t be one outside the store', async () => {
    await deleteUnusedUpload(fixture.context, '/uploads/../../etc/passwd')
    await deleteUnusedUpload(fixture.context, 'https://elsewhere.example/picture.webp')
    expect(filesThere().every((name) => /^[\da-f]{64}\.webp$/.test(name))).toBe(true)
  })
})

test('uploads are rate limited and limited in concurrency', async () => {
  const token = await newcomer()
  for (let times = 0; times < 30; times += 1) await upload(token, Buffer.from('no picture'))
  const limited = await upload(token, Buffer.from('no picture'))
  expect(limited).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } })

  const large = await noise().resize(2000, 2000).jpeg().toBuffer()
  const made = await Promise.all(Array.from({ length: 30 }, () => fixture.context.pictures.toAvatar(large)))
  expect(made.filter((result) => result.success)).toHaveLength(22)
  const refused = made.flatMap((result) => (result.success ? [] : [result.error]))
  expect(refused).toHaveLength(8)
  expect(refused[0]).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterSeconds: 10 } })
  expect((await fixture.context.pictures.toAvatar(large)).success).toBe(true)
})

describe('at the front door', () => {
  test('the file is served for good, as a picture and nothing else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-uploads-'))
    const door = await openFrontDoor({ environment: { UPLOADS_DIR: folder } })
    const name = `${'ab'.repeat(32)}.webp`
    const picture = await plain('#050505').webp().toBuffer()
    await door.context.uploads.put({ name, bytes: new Uint8Array(picture) })
    const path = `/uploads/${name}`

    const found = await door.send({ path })
    expect(found.status).toBe(200)
    expect(found.body).toEqual(picture)
    expect(Object.fromEntries(found.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(found.headers.get('set-cookie')).toBeNull()
    const etag = found.headers.get('etag') ?? ''
    expect((await door.send({ path, headers: { 'If-None-Match': etag } })).status).toBe(304)
    const head = await door.send({ path, method: 'HEAD' })
    expect([head.status, head.body.length]).toEqual([200, 0])

    // Other paths are handled by the pages.
    for (const wrong of [
      `/uploads/${'cd'.repeat(32)}.webp`,
      '/uploads/',
      '/uploads/..%2f..%2fetc%2fpasswd',
      `/uploads/%2e%2e/${name}`,
      `${path}/more`,
      path.toUpperCase(),
    ])
      expect((await door.send({ path: wrong })).text).toMatch(/^a page$|"NOT_FOUND"/)
    expect((await door.send({ path: `/uploads/${'cd'.repeat(32)}.webp` })).status).toBe(404)
    const posted = await door.send({ path, method: 'POST', body: 'x' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    await door.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('accepts a picture, and refuses 9 MB early, also elsewhere', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-uploads-'))
    const door = await openFrontDoor({ environment: { UPLOADS_DIR: folder } })
    const accountId = await insertAccount(door.context, 'ada@example.com')
    const Authorization = `Bearer ${await insertSession(door.context, accountId, '127.0.0.1')}`
    const body = new Uint8Array(atLeast(await plain('#0ff').jpeg().toBuffer(), 2 * MEGABYTE))
    const url = `http://127.0.0.1:${door.port}${AVATAR}`
    const taken = await fetch(url, { method: 'POST', headers: { Authorization }, body })
    expect(taken.status).toBe(200)
    expect(readdirSync(folder)).toHaveLength(1)

    const announced = { 'Content-Length': String(9 * MEGABYTE) }
    const statusOf = async (path: string, headers: Record<string, string>): Promise<number> =>
      (await door.send({ host: `127.0.0.1:${door.port}`, path, method: 'POST', headers })).status
    expect(await statusOf(AVATAR, { ...announced, Authorization })).toBe(413)
    expect(await statusOf(AVATAR, announced)).toBe(401)
    expect(await statusOf('/api/public/checkout', announced)).toBe(413)
    await door.close()
    rmSync(folder, { recursive: true, force: true })
  })
})
