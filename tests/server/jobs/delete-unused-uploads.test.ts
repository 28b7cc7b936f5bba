import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setAvatar } from '#server/people/avatars/avatar-files.ts'
import { deleteUnusedUploads } from '#server/jobs/delete-unused-uploads.ts'
import { saveBranding } from '#server/sites/branding/save-branding.ts'
import { toUpload, UploadStoreDown, type Upload } from '#server/platform/uploads/upload-store.ts'
import { openDomainFixture, type DomainFixture, type Owner } from '#tests/support/domains.ts'

const DAY_MS = 86_400_000
const LOOK = {
  siteName: 'Aurora',
  logoUrl: '',
  faviconUrl: '',
  primaryColor: '#102030',
  secondaryColor: '#405060',
  customCss: '',
}

let fixture: DomainFixture
let aurora: Owner
beforeAll(async () => {
  fixture = await openDomainFixture()
  aurora = await fixture.open('Aurora')
})
afterAll(() => fixture.close())

const put = async (text: string, type: 'webp' | 'png'): Promise<Upload> => {
  const upload = toUpload(Buffer.from(text), type)
  await fixture.context.uploads.put(upload)
  return upload
}
const thingsThere = (): string[] => readdirSync(fixture.folder).toSorted()

test('unused files are deleted after a day, used ones are kept', async () => {
  const { context, clock } = fixture
  // File times use the machine's clock.
  clock.advance(Date.now() - clock.now())
  const logo = await put('logo', 'webp')
  const icon = await put('icon', 'png')
  const background = await put('background', 'webp')
  const avatar = await put('avatar', 'webp')
  await setAvatar(context, { accountId: aurora.accountId, picture: avatar })
  const { promoterId, accountId } = aurora
  const settings = {
    ...LOOK,
    logoUrl: `/uploads/${logo.name}`,
    faviconUrl: `/uploads/${icon.name}`,
    customCss: `h1 { background: url(/uploads/${background.name}) }`,
  }
  await saveBranding(context, { promoterId, actor: { accountId, apiKeyId: null } }, { settings })
  const kept = [logo, icon, background, avatar].map(({ name }) => name).toSorted()
  await put('forgotten logo', 'webp')
  await put('forgotten icon', 'png')
  clock.advance(DAY_MS - 60_000)
  await deleteUnusedUploads(context)
  expect(thingsThere()).toHaveLength(6)
  clock.advance(120_000)
  await deleteUnusedUploads(context, AbortSignal.abort())
  expect(thingsThere()).toHaveLength(6)
  await Promise.all([deleteUnusedUploads(context), deleteUnusedUploads(context)])
  expect(thingsThere()).toEqual(kept)
})

test('an unavailable storage is retried in the next run', async () => {
  await put('forgotten', 'webp')
  const { uploads } = fixture.context
  const before = thingsThere()
  const remove = (): Promise<void> => Promise.reject(new UploadStoreDown('It is down.'))
  await deleteUnusedUploads({ ...fixture.context, uploads: { ...uploads, remove } })
  expect(thingsThere()).toEqual(before)
  await deleteUnusedUploads(fixture.context)
  expect(thingsThere()).toHaveLength(before.length - 1)
})
