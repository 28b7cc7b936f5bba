import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { saveBranding } from '#server/sites/branding/save-branding.ts'
import { toUpload } from '#server/platform/uploads/upload-store.ts'
import { insertAccount, insertSession } from '#tests/support/accounts.ts'
import { openFrontDoor, type Door } from '#tests/support/front-door.ts'
import { plain } from '#tests/support/picture-files.ts'
import { startS3Server, type S3Server } from '#tests/support/s3-server.ts'

const AVATAR = '/api/auth/customer/avatar'

let server: S3Server
let door: Door
beforeEach(async () => {
  server = await startS3Server()
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = server.settings
  door = await openFrontDoor({
    environment: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  })
})
afterEach(async () => {
  await door.close()
  await server.close().catch(() => undefined)
})

const signIn = async (): Promise<string> => {
  const accountId = await insertAccount(door.context, 'ada@example.com')
  return `Bearer ${await insertSession(door.context, accountId, '127.0.0.1')}`
}

async function ask(method: 'POST' | 'DELETE', authorization: string, body?: Uint8Array<ArrayBuffer>) {
  const response = await fetch(`http://127.0.0.1:${door.port}${AVATAR}`, {
    method,
    headers: { authorization },
    ...(body ? { body } : {}),
  })
  const answer: { data?: { customer: { settings: { avatarUrl: string } } }; error?: { code: string } } =
    await response.json()
  const said = answer.error?.code ?? answer.data?.customer.settings.avatarUrl ?? ''
  return { status: response.status, said }
}

const colored = async (color: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await plain(color).png().toBuffer())

describe('pictures in S3', () => {
  test('are served from here as immutable, and deleted there', async () => {
    const authorization = await signIn()
    const { said: path } = await ask('POST', authorization, await colored('#c0ffee'))
    expect(server.names().map((name) => `/uploads/${name}`)).toEqual([path])
    const found = await door.send({ path })
    expect(found.status).toBe(200)
    expect(Object.fromEntries(found.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const etag = found.headers.get('etag') ?? ''
    expect((await door.send({ path, headers: { 'If-None-Match': etag } })).status).toBe(304)
    expect((await ask('DELETE', authorization)).status).toBe(200)
    expect(server.names()).toEqual([])
    expect((await door.send({ path })).status).toBe(404)
  })

  test('that can’t be reached are 503, and nothing else is', async () => {
    const authorization = await signIn()
    const { said: path } = await ask('POST', authorization, await colored('#111'))
    await server.close()
    const absent = toUpload(Buffer.from('never asked for'), 'png')
    const missing = await door.send({ path: `/uploads/${absent.name}` })
    expect([missing.status, missing.headers.get('retry-after')]).toEqual([503, '5'])
    expect(JSON.parse(missing.text).error).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('image storage'),
      details: { service: 'storage' },
    })
    expect(await ask('POST', authorization, await colored('#222'))).toEqual({
      status: 503,
      said: 'UNAVAILABLE',
    })
    const host = `127.0.0.1:${door.port}`
    const me = await door.send({ host, path: '/api/auth/customer/me', headers: { authorization } })
    expect([me.status, me.text.includes(path)]).toEqual([200, true])
    // The change is committed; the file stays until it can be deleted.
    expect(await ask('DELETE', authorization)).toEqual({ status: 200, said: '' })
    expect((await door.send({ path: '/readyz' })).status).toBe(200)
  })
})

describe('an unresponsive store', () => {
  const MANY = 20
  /** All requests stay pending until the server is closed. */
  const fallSilent = (): void =>
    void server.faults.push(...Array.from({ length: 500 }, () => 'silence' as const))
  const asked = (method: string): number => server.asked.filter((each) => each.startsWith(method)).length

  /** Maximum number of requests for one object. */
  const mostTries = (method: string): number => {
    const same = Map.groupBy(server.asked, (each) => each)
    return Math.max(...[...same].map(([call, calls]) => (call.startsWith(method) ? calls.length : 0)))
  }

  const answersSoon = async (): Promise<number> => {
    const begun = performance.now()
    const found = await door.send({ path: '/readyz' })
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(door.context.db)
    expect([found.status, rows]).toEqual([200, [{ one: 1 }]])
    return performance.now() - begun
  }

  /** Shortest of several durations, which is short also on a busy machine. */
  const answersMeanwhile = async (method: string): Promise<void> => {
    const spent = [await answersSoon(), await answersSoon(), await answersSoon()]
    expect(Math.min(...spent)).toBeLessThan(1000)
    expect(mostTries(method), 'each is tried three times, for four seconds').toBeLessThan(3)
  }

  test('delays no other requests while many delete pictures @full', async () => {
    const people = await Promise.all(Array.from({ length: MANY }, (_, index) => wearing(index)))
    fallSilent()
    const removals = Promise.allSettled(people.map((authorization) => ask('DELETE', authorization)))
    await expect.poll(() => asked('DELETE')).toBeGreaterThan(0)
    await answersMeanwhile('DELETE')
    await server.close()
    const done = { status: 'fulfilled', value: { status: 200, said: '' } }
    expect(await removals).toEqual(people.map(() => done))
  })

  test('delays no other requests while many save a logo @full', async () => {
    fallSilent()
    const { promoterId } = door.stage
    const save = (index: number) => {
      const { name } = toUpload(Buffer.from(`logo ${index}`), 'webp')
      const caller = { promoterId, actor: { accountId: null, apiKeyId: null } }
      return saveBranding(door.context, caller, { settings: { logoUrl: `/uploads/${name}` } })
    }
    const saves = Promise.allSettled(Array.from({ length: MANY }, (_, index) => save(index)))
    await expect.poll(() => asked('HEAD')).toBeGreaterThanOrEqual(MANY)
    await answersMeanwhile('HEAD')
    await server.close()
    const ended = await saves
    expect(ended.map(({ status }) => status)).toEqual(Array.from({ length: MANY }, () => 'rejected'))
  })

  async function wearing(index: number): Promise<string> {
    const accountId = await insertAccount(door.context, `ada${index}@example.com`)
    const authorization = `Bearer ${await insertSession(door.context, accountId, '127.0.0.1')}`
    await ask('POST', authorization, await colored(`#${String(100 + index)}`))
    return authorization
  }
})

test('S3 is not called at start', () => {
  expect(server.asked).toEqual([])
})
