import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { insertAccount, insertSession } from '#tests/support/accounts.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { plain } from '#tests/support/picture-files.ts'

test('a failing disk gives 503 for pictures only, until it recovers', async () => {
  const home = mkdtempSync(join(tmpdir(), 'foyer-disk-'))
  const [folder, away] = [join(home, 'uploads'), join(home, 'away')]
  const door = await openFrontDoor({ environment: { UPLOADS_DIR: folder } })
  const authorization = `Bearer ${await insertSession(door.context, await insertAccount(door.context, 'ada@example.com'), '127.0.0.1')}`
  const upload = async (color: string) => {
    const response = await fetch(`http://127.0.0.1:${door.port}/api/auth/customer/avatar`, {
      method: 'POST',
      headers: { authorization },
      body: new Uint8Array(await plain(color).png().toBuffer()),
    })
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      answer: await response.json(),
    }
  }
  const first = await upload('#c0ffee')
  const path: string = first.answer.data.customer.settings.avatarUrl
  expect((await door.send({ path })).status).toBe(200)

  renameSync(folder, away)
  writeFileSync(folder, 'no folder')
  const refused = await upload('#111')
  expect([refused.status, refused.retryAfter]).toEqual([503, '5'])
  expect(refused.answer.error).toMatchObject({ code: 'UNAVAILABLE', details: { service: 'storage' } })
  const unread = await door.send({ path })
  expect([unread.status, unread.headers.get('retry-after')]).toEqual([503, '5'])
  const host = `127.0.0.1:${door.port}`
  const me = await door.send({ host, path: '/api/auth/customer/me', headers: { authorization } })
  expect([me.status, me.text.includes(path)]).toEqual([200, true])
  expect((await door.send({ path: '/readyz' })).status).toBe(200)

  rmSync(folder)
  renameSync(away, folder)
  expect((await door.send({ path })).status).toBe(200)
  expect((await upload('#111')).status).toBe(200)
  await door.close()
  rmSync(home, { recursive: true, force: true })
})

test('pictures are shown on other sites, and logos as PNG too, for mail programs', async () => {
  const home = mkdtempSync(join(tmpdir(), 'foyer-disk-'))
  const door = await openFrontDoor({ environment: { UPLOADS_DIR: home } })
  const made = await door.context.pictures.toLogo(await plain('#c0ffee').png().toBuffer())
  if (!made.success) throw new Error(made.error.code)
  await door.context.uploads.put(made.data)
  const path = `/uploads/${made.data.name}`
  const webp = await door.send({ path })
  expect(webp.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const png = await fetch(`http://127.0.0.1:${door.port}${path.replace('.webp', '.png')}`)
  expect([png.status, png.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(png.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const { format } = await sharp(Buffer.from(await png.arrayBuffer())).metadata()
  expect(format).toBe('png')
  expect((await door.send({ path: `/uploads/${'0'.repeat(64)}.png` })).status).toBe(404)
  await door.close()
  rmSync(home, { recursive: true, force: true })
})
