import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putDomainSettings } from '#contracts/console/domains.ts'
import { saveBranding } from '#server/sites/branding/save-branding.ts'
import { toUpload } from '#server/platform/uploads/upload-store.ts'
import { openFrontDoor, type Door } from '#tests/support/front-door.ts'

const picture = toUpload(Buffer.from('what a picture would be'), 'webp')
const LOOK = {
  siteName: 'Aurora',
  logoUrl: `/uploads/${picture.name}`,
  faviconUrl: '',
  primaryColor: '#102030',
  secondaryColor: '#405060',
  customCss: 'h1 { color: red; position: fixed }',
}

let folder: string
let door: Door
let other: Door

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-uploads-'))
  door = await openFrontDoor({ listens: true, environment: { UPLOADS_DIR: folder } })
  await door.context.uploads.put(picture)
  other = await openFrontDoor({ beside: door, listens: true })
})
afterAll(async () => {
  await other.close()
  await door.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Saves without an actor. */
const save = (settings: typeof LOOK, promoterId = door.stage.promoterId) =>
  saveBranding(door.context, { promoterId, actor: { accountId: null, apiKeyId: null } }, { settings })

const settingsOn = (node: Door) => node.context.sites.resolve('aurora.localhost').settings

describe('the look of a site', () => {
  test('shows on every node, and tells what is left out', async () => {
    const saved = await save(LOOK)
    expect(saved).toEqual({
      success: true,
      data: {
        settings: LOOK,
        droppedCss: [{ line: 1, rule: LOOK.customCss, reason: 'position can’t be set.' }],
        version: 2,
      },
    })
    await expect.poll(() => settingsOn(door)).toEqual(LOOK)
    await expect.poll(() => settingsOn(other)).toEqual(LOOK)
    const { dropped_css } = await door.context.db
      .selectFrom('sites')
      .select('dropped_css')
      .where('promoter_id', '=', door.stage.promoterId)
      .executeTakeFirstOrThrow()
    expect(dropped_css).toEqual([expect.objectContaining({ line: 1 })])
  })

  test('stores nothing of invalid CSS', async () => {
    const deep = { ...LOOK, siteName: 'Deep', customCss: 'a{'.repeat(2000) }
    expect(await save(deep)).toMatchObject({
      success: false,
      error: {
        code: 'VALIDATION_ERROR',
        details: [{ path: 'settings.customCss', message: 'The CSS is nested too deeply.' }],
      },
    })
    const { site_name } = await door.context.db
      .selectFrom('sites')
      .select('site_name')
      .where('promoter_id', '=', door.stage.promoterId)
      .executeTakeFirstOrThrow()
    expect(site_name).toBe('Aurora')
  })

  test('requires a promoter with a site', async () => {
    expect(await save(LOOK, randomUUID())).toMatchObject({ error: { code: 'NOT_FOUND' } })
  })
})

describe('settings of a promoter', () => {
  const issuesOf = (settings: object): string[] =>
    putDomainSettings.body.safeParse({ settings }).error?.issues.map((issue) => issue.path.join('.')) ?? []

  test.each([
    [{ siteName: '  ' }, 'settings.siteName'],
    [{ siteName: 'x'.repeat(81) }, 'settings.siteName'],
    [{ siteName: 'x', logoUrl: 'https://elsewhere.example/x.png' }, 'settings.logoUrl'],
    [{ siteName: 'x', logoUrl: '//elsewhere.example/x.png' }, 'settings.logoUrl'],
    [{ siteName: 'x', logoUrl: '/uploads/../api/x.png' }, 'settings.logoUrl'],
    [{ siteName: 'x', faviconUrl: 'data:image/png;base64,AA' }, 'settings.faviconUrl'],
    [{ siteName: 'x', primaryColor: 'red' }, 'settings.primaryColor'],
    [{ siteName: 'x', secondaryColor: '#fff}body{' }, 'settings.secondaryColor'],
    [{ siteName: 'x', customCss: 'a'.repeat(65_537) }, 'settings.customCss'],
  ])('%o is refused with its field', (settings, path) => {
    expect(issuesOf(settings)).toEqual([path])
  })

  test('change only what is named', () => {
    const { settings } = putDomainSettings.body.parse({ settings: { siteName: ' Aurora ', logoUrl: '' } })
    expect(settings).toEqual({ siteName: 'Aurora', logoUrl: '' })
  })
})
