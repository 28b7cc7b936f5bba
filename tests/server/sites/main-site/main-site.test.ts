import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MainSite } from '#contracts/operator/main-site.ts'
import type { OperatorLogEntry } from '#contracts/operator/audit.ts'
import { FALLBACK_SITE_SETTINGS } from '#model/sites/sites.ts'
import { createMailContext } from '#server/messages/composing/create-mail-context.ts'
import { deleteUnusedUploads } from '#server/jobs/delete-unused-uploads.ts'
import { openFrontDoor, type Door } from '#tests/support/front-door.ts'
import { openOperatorFixture, type OperatorFixture } from '#tests/support/operators.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { insertAccount, insertSession } from '#tests/support/accounts.ts'

const PATH = '/api/operator/main-site'
const SETTINGS = {
  siteName: 'City Tickets',
  logoUrl: '',
  faviconUrl: '',
  primaryColor: '#102030',
  secondaryColor: '#405060',
  contactEmail: 'help@city.example',
}

let folder: string
let door: Door
let other: Door
let operator: OperatorFixture

/** Renders the site's name, as a page does. */
const renderPage = (_: Request, { site }: App.Locals) =>
  Promise.resolve(new Response(site.settings.siteName, { headers: { 'Content-Type': 'text/html' } }))

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-uploads-'))
  door = await openFrontDoor({ listens: true, renderPage, environment: { UPLOADS_DIR: folder } })
  other = await openFrontDoor({ beside: door, listens: true, renderPage })
  operator = await openOperatorFixture(door.context)
})
afterAll(async () => {
  await other.close()
  await door.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await sql`
    update main_site set site_name = '', logo_url = '', favicon_url = '', primary_color = '', secondary_color = '',
      contact_email = '', version = 0`.execute(door.context.db)
  await door.context.db.deleteFrom('rate_limits').execute()
  await waitFor(() => {
    if ([door, other].some((node) => nameOn(node) !== 'Foyer')) throw new Error('Not read yet.')
  })
})

const settingsOn = (node: Door) => node.context.sites.resolve('localhost').settings
const nameOn = (node: Door): string => settingsOn(node).siteName
const read = async (): Promise<MainSite> =>
  (await operator.ask<{ mainSite: MainSite }>('GET', PATH)).data.mainSite
const put = (settings: object, version: number) =>
  operator.ask<{ mainSite: MainSite }>('PUT', PATH, { body: { settings, version } })
const upload = async (kind: 'logo' | 'favicon', red: number): Promise<string> => {
  const background = { r: red, g: 20, b: 60 }
  const image = await sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer()
  const bytes = new Uint8Array(image)
  return (await operator.ask<{ url: string }>('POST', `${PATH}/pictures/${kind}`, { bytes })).data.url
}
const pageOf = async (node: Door): Promise<string> =>
  (await node.send({ path: '/', host: `localhost:${node.port}` })).text

test('the defaults apply until an operator sets others', async () => {
  expect(await read()).toMatchObject({
    settings: { siteName: 'Foyer', primaryColor: '#4338ca', logoUrl: '' },
    version: 0,
  })
  expect(settingsOn(door)).toEqual({ ...FALLBACK_SITE_SETTINGS, siteName: 'Foyer' })
})

test('a change shows on every node, on cached pages too', async () => {
  expect([await pageOf(door), await pageOf(other)]).toEqual(['Foyer', 'Foyer'])
  const saved = await put(SETTINGS, 0)
  expect(saved.data.mainSite).toEqual({ settings: SETTINGS, version: 1 })
  for (const node of [other, door])
    await expect.poll(() => pageOf(node), { timeout: 10_000, interval: 20 }).toBe('City Tickets')
  const { contactEmail, ...brand } = SETTINGS
  expect(other.context.sites.resolve('localhost')).toMatchObject({
    kind: 'main',
    settings: { ...brand, customCss: '' },
    contactEmail,
  })
  expect(door.context.sites.resolve('nowhere.example').settings).toEqual(FALLBACK_SITE_SETTINGS)
})

test('a concurrent change is refused with the current settings', async () => {
  const answers = await Promise.all([
    put(SETTINGS, 0),
    put({ ...SETTINGS, siteName: 'Second' }, 0),
    put({ ...SETTINGS, siteName: 'Third' }, 0),
  ])
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  const current = await read()
  const refusals = answers.filter(({ success }) => !success).map(({ error }) => error)
  const refusal: unknown = expect.objectContaining({ code: 'EDIT_CONFLICT', details: { current } })
  expect(refusals).toEqual([refusal, refusal])
  expect(current.version).toBe(1)
})

test('the operators’ log says which settings changed, without the email address', async () => {
  await put(SETTINGS, 0)
  await put(SETTINGS, 1)
  await put({ ...SETTINGS, siteName: 'Town', contactEmail: '' }, 1)
  const { data } = await operator.ask<{ entries: OperatorLogEntry[] }>(
    'GET',
    '/api/operator/audit-log?action=main_site',
  )
  expect(data.entries.slice(0, 2).map(({ message }) => message)).toEqual([
    'Ada Lovelace changed the name, contact email of the main site',
    'Ada Lovelace changed the name, primary colour, secondary colour, contact email of the main site',
  ])
  const { rows } = await sql<{ text: string }>`select operator_log::text as text from operator_log`.execute(
    door.context.db,
  )
  expect(rows.filter(({ text }) => text.includes('help@city.example'))).toEqual([])
})

test('emails of the main site have its name, logo and reply address', async () => {
  const logoUrl = await upload('logo', 100)
  await put({ ...SETTINGS, logoUrl }, 0)
  const { sender, mailContext } = await createMailContext(door.context, { promoterId: null, origin: null })
  expect(sender).toMatchObject({ siteName: 'City Tickets', senderName: 'City Tickets' })
  expect(sender.replyTo).toBe('help@city.example')
  expect(sender.logoUrl.endsWith(logoUrl.replace('.webp', '.png'))).toBe(true)
  expect(mailContext.siteName).toBe('City Tickets')
})

test('uploaded images are kept while they are used, and deleted when they are replaced', async () => {
  const [logoUrl, faviconUrl, second] = [
    await upload('logo', 200),
    await upload('favicon', 200),
    await upload('logo', 250),
  ]
  const isThere = (url: string): boolean => readdirSync(folder).includes(url.slice('/uploads/'.length))
  expect((await put({ ...SETTINGS, logoUrl, faviconUrl }, 0)).success).toBe(true)
  const later = { ...door.context, clock: { ...door.context.clock, now: () => Date.now() + 90_000_000 } }
  await deleteUnusedUploads(later)
  expect([logoUrl, faviconUrl, second].map(isThere)).toEqual([true, true, false])
  const missing = await put({ ...SETTINGS, logoUrl: second }, 1)
  expect(missing.error).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'settings.logoUrl', message: 'This image is no longer available. Upload it again.' }],
  })
  expect((await put(SETTINGS, 1)).success).toBe(true)
  expect([logoUrl, faviconUrl].map(isThere)).toEqual([false, false])
})

test('invalid settings are refused, and so is everybody else', async () => {
  for (const change of [
    { siteName: ' ' },
    { siteName: 'x'.repeat(81) },
    { primaryColor: 'red' },
    { logoUrl: 'https://elsewhere.example/a.png' },
    { contactEmail: 'nobody' },
  ])
    expect((await put({ ...SETTINGS, ...change }, 0)).error.code).toBe('VALIDATION_ERROR')
  const accountId = await insertAccount(door.context, 'else@example.com')
  const bearer = await insertSession(door.context, accountId, 'localhost')
  const bytes = new Uint8Array([1])
  const answers = await Promise.all([
    operator.ask('GET', PATH, { bearer }),
    operator.ask('PUT', PATH, { bearer, body: { settings: SETTINGS, version: 0 } }),
    operator.ask('POST', `${PATH}/pictures/logo`, { bearer, bytes }),
  ])
  expect(answers.map(({ error }) => error.code)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
  expect((await read()).version).toBe(0)
})
