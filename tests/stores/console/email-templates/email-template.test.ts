import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openMember } from '#tests/support/domains.ts'
import { openOwner } from '#tests/stores/browser-owner.ts'
import { loadLetterStores, openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

const KEY = 'order_confirmed'
const PATH = `/api/email/templates/${KEY}`

let shop: BrowserShop
let bearer: string
let page: Awaited<ReturnType<typeof loadLetterStores>>
let pages: (typeof page)[] = []

async function openPage() {
  const opened = await loadLetterStores()
  pages.push(opened)
  await opened.loadOwnPromoters()
  await opened.openTemplate(KEY)
  return opened
}

async function saveElsewhere(change: { subject?: string; body?: string }): Promise<void> {
  const { letter } = await shop.askElsewhere<{ letter: { subject: string; body: string; version: number } }>({
    bearer,
    method: 'GET',
    path: PATH,
  })
  const { subject, body, version } = letter
  await shop.askElsewhere({ bearer, method: 'PUT', path: PATH, body: { subject, body, version, ...change } })
}

const subject = () => page.$templateText.get()?.subject

beforeEach(async () => {
  shop = await openBrowserShop()
  await openOwner(shop)
  bearer = (await openMember(shop.context, shop.promoterId, 'owner')).bearer
  page = await openPage()
})
afterEach(async () => {
  // Cancels pending previews.
  for (const { discardTemplate } of pages) await discardTemplate()
  pages = []
  vi.unstubAllGlobals()
  await shop.close()
})

describe('an unsaved email text', () => {
  it('survives a reload until saved or discarded', async () => {
    page.editTemplate({ subject: '' })
    page = await openPage()
    expect([subject(), page.$isTemplateEdited.get()]).toEqual(['', true])
    page.editTemplate({ subject: 'Mine' })
    expect(await page.saveTemplate()).toMatchObject({ success: true })
    page = await openPage()
    expect([subject(), page.$isTemplateEdited.get()]).toEqual(['Mine', false])
    page.editTemplate({ subject: 'Not this' })
    await page.discardTemplate()
    page = await openPage()
    expect(subject()).toBe('Mine')
  })

  it('never overwrites someone else’s, however often the page is opened', async () => {
    page.editTemplate({ subject: 'Mine' })
    await saveElsewhere({ subject: 'Theirs' })
    page = await openPage()
    expect([subject(), page.$templateConflict.get()?.subject]).toEqual(['Mine', 'Theirs'])
    page.editTemplate({ subject: 'Mine!' })
    page = await openPage()
    expect([subject(), page.$templateConflict.get()?.subject]).toEqual(['Mine!', 'Theirs'])
    expect(await page.saveTemplate()).toMatchObject({ error: { code: 'EDIT_CONFLICT' } })
    await page.resolveTemplateConflict('mine')
    expect(await page.saveTemplate()).toMatchObject({ success: true })
    page = await openPage()
    expect([subject(), page.$templateConflict.get()]).toEqual(['Mine!', undefined])
  })

  it('discarded during a conflict shows the saved version', async () => {
    page.editTemplate({ subject: 'Mine' })
    await saveElsewhere({ subject: 'Theirs' })
    expect(await page.saveTemplate()).toMatchObject({ error: { code: 'EDIT_CONFLICT' } })
    await page.discardTemplate()
    expect([subject(), page.$template.get().data?.subject]).toEqual(['Theirs', 'Theirs'])
    expect([page.$renderedTemplate.get()?.source.subject, page.$templateConflict.get()]).toEqual([
      'Theirs',
      undefined,
    ])
    page.editTemplate({ subject: 'Mine again' })
    expect(await page.saveTemplate()).toMatchObject({ success: true })
  })
})
