import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSite } from '#tests/support/sites.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openOwner } from '#tests/stores/browser-owner.ts'
import { loadConsoleStores, openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

let shop: BrowserShop
let stores: Awaited<ReturnType<typeof loadConsoleStores>>
let pages: (typeof stores)[] = []

beforeEach(async () => {
  shop = await openBrowserShop()
  await openOwner(shop)
  stores = await openConsole()
})
afterEach(async () => {
  // Cancels pending previews.
  for (const page of pages) page.discardBrandingDraft()
  pages = []
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await shop.close()
})

async function openConsole() {
  const opened = await loadConsoleStores()
  pages.push(opened)
  await opened.loadOwnPromoters()
  // Subscribed, so that it is loaded once.
  opened.$branding.listen(() => undefined)
  await waitFor(() => expect(opened.$branding.get().data).toBeDefined())
  return opened
}

describe('the promoter of the console', () => {
  it('is the storefront’s', () => {
    expect(stores.$promoter.get()).toMatchObject({ id: shop.promoterId, needsSecondFactor: false })
  })
})

describe('domains', () => {
  it('are refused with the reason, and the list is kept', async () => {
    await stores.addDomain('tickets.aurora.localhost')
    const refused = await stores.addDomain('*.aurora.example')
    expect(refused).toMatchObject({
      error: {
        code: 'DOMAIN_REFUSED',
        message:
          'This domain can’t be used for a storefront. Wildcards aren’t supported. Add each domain separately.',
      },
    })
    shop.setNetwork('down')
    await stores.loadDomains()
    expect(stores.$domains.get().data?.map(({ host }) => host)).toEqual(['tickets.aurora.localhost'])
  })

  it('are reloaded after changes of others', async () => {
    const [one, two] = ['one.aurora.localhost', 'two.aurora.localhost']
    for (const name of [one, two]) await stores.addDomain(name)
    const ids = stores.$domains.get().data?.map(({ id }) => id) ?? []
    for (const id of ids) await stores.verifyDomain(id)
    const canonical = () =>
      stores.$domains.get().data?.flatMap(({ host, isCanonical }) => (isCanonical ? [host] : []))
    expect(canonical()).toEqual([one])
    await stores.makeDomainCanonical(ids[1] ?? '')
    expect(canonical()).toEqual([two])
    await stores.deleteDomain(ids[1] ?? '')
    expect(canonical()).toEqual([one])
    expect(await stores.deleteDomain(ids[1] ?? '')).toMatchObject({ error: { code: 'NOT_FOUND' } })
  })

  it('drop an outdated check when changed', async () => {
    await stores.addDomain('one.aurora.localhost')
    const [{ id } = { id: '' }] = stores.$domains.get().data ?? []
    await stores.checkDomain(id)
    expect(stores.$domainChecks.get()[id]?.says).toContain('need no DNS records')
    await stores.verifyDomain(id)
    expect(stores.$domainChecks.get()).toEqual({})
  })
})

describe('branding', () => {
  const nameOf = async (): Promise<string> => (await readSite(shop.context.db, shop.promoterId)).site_name

  it('is saved only on request, as entered', async () => {
    await stores.loadBranding()
    stores.writeBrandingDraft({ siteName: 'Dawn', customCss: 'h1 { color: red; position: fixed }' })
    await stores.checkBrandingDraft()
    expect(stores.$checkedBranding.get()).toMatchObject({
      settings: { siteName: 'Dawn' },
      droppedCss: [{ line: 1 }],
    })
    expect([stores.$isBrandingChanged.get(), await nameOf()]).toEqual([true, 'Aurora'])
    expect(await stores.saveBranding()).toMatchObject({ success: true, data: { droppedCss: [{ line: 1 }] } })
    expect([stores.$isBrandingChanged.get(), await nameOf()]).toEqual([false, 'Dawn'])
  })

  it('that is unsaved survives a reload, for its promoter only', async () => {
    await stores.loadBranding()
    stores.writeBrandingDraft({ siteName: 'Dawn' })
    const again = await openConsole()
    await again.loadBranding()
    expect([again.$brandingDraft.get()?.siteName, again.$checkedBranding.get()?.settings.siteName]).toEqual([
      'Dawn',
      'Dawn',
    ])
    again.discardBrandingDraft()
    expect([again.$brandingDraft.get()?.siteName, again.$isBrandingChanged.get()]).toEqual(['Aurora', false])

    again.writeBrandingDraft({ siteName: 'Dawn' })
    const promoterId = await insertPromoter(shop.context.db, 'Other')
    await shop.context.db.updateTable('members').set({ promoter_id: promoterId }).execute()
    await shop.context.db.updateTable('hosts').set({ promoter_id: promoterId }).execute()
    await shop.context.sites.reload()
    const other = await openConsole()
    await other.loadBranding()
    expect(other.$brandingDraft.get()?.siteName).toBe('Other')
  })

  it('keeps everything when saving fails, with the reason', async () => {
    await stores.loadBranding()
    stores.writeBrandingDraft({ siteName: 'Dawn' })
    shop.setNetwork('down')
    expect((await stores.saveBranding()).success).toBe(false)
    await stores.checkBrandingDraft()
    expect(stores.$brandingCheckFailure.get()).toBe('Failed to fetch')
    shop.setNetwork('up')
    expect(stores.$brandingDraft.get()?.siteName).toBe('Dawn')
    stores.writeBrandingDraft({ primaryColor: 'red', customCss: '' })
    await stores.checkBrandingDraft()
    expect(stores.$brandingErrors.get()).toEqual({ primaryColor: 'Use a colour like #4f46e5.' })
    stores.writeBrandingDraft({ primaryColor: '#102030', customCss: 'a{'.repeat(2000) })
    expect(await stores.saveBranding()).toMatchObject({ error: { code: 'VALIDATION_ERROR' } })
    expect(stores.$brandingErrors.get()).toEqual({ customCss: 'The CSS is nested too deeply.' })
    expect([stores.$brandingDraft.get()?.siteName, await nameOf()]).toEqual(['Dawn', 'Aurora'])
  })

  it('shows the latest draft, whichever response is last', async () => {
    await stores.loadBranding()
    stores.writeBrandingDraft({ siteName: 'First' })
    const gate = shop.holdAnswers()
    const first = stores.checkBrandingDraft()
    stores.writeBrandingDraft({ siteName: 'Second' })
    const second = stores.checkBrandingDraft()
    stores.discardBrandingDraft()
    gate.release()
    await Promise.all([first, second])
    expect(stores.$checkedBranding.get()?.settings.siteName).toBe('Aurora')
  })

  const saveElsewhere = async (change: object): Promise<void> => {
    const other = await openConsole()
    const kept = sessionStorage.getItem('siteLookDraft')
    sessionStorage.removeItem('siteLookDraft')
    await other.loadBranding()
    other.writeBrandingDraft(change)
    await other.saveBranding()
    if (kept !== null) sessionStorage.setItem('siteLookDraft', kept)
  }
  const row = () => readSite(shop.context.db, shop.promoterId)

  it('kept across a reload undoes no saved change', async () => {
    await stores.loadBranding()
    stores.writeBrandingDraft({ siteName: 'Dawn' })
    await saveElsewhere({ primaryColor: '#010203' })
    const again = await openConsole()
    await again.loadBranding()
    expect(again.$brandingDraft.get()).toMatchObject({ siteName: 'Dawn', primaryColor: '#010203' })
    expect((await again.saveBranding()).success).toBe(true)
    expect(await row()).toMatchObject({ site_name: 'Dawn', primary_color: '#010203' })
  })

  it('kept across a reload and changed elsewhere is a conflict', async () => {
    await stores.loadBranding()
    stores.writeBrandingDraft({ siteName: 'Dawn', primaryColor: '#12' })
    await saveElsewhere({ siteName: 'Dusk' })
    const again = await openConsole()
    await again.loadBranding()
    expect(again.$brandingDraft.get()).toMatchObject({ siteName: 'Dawn', primaryColor: '#12' })
    expect(again.$brandingConflict.get()?.settings.siteName).toBe('Dusk')
    again.writeBrandingDraft({ primaryColor: '#123456' })
    expect(await again.saveBranding()).toMatchObject({ error: { code: 'EDIT_CONFLICT' } })
    expect(await nameOf()).toBe('Dusk')
  })

  it('changed elsewhere is not overwritten without a decision', async () => {
    await stores.loadBranding()
    stores.writeBrandingDraft({ siteName: 'Dawn' })
    await saveElsewhere({ siteName: 'Dusk', secondaryColor: '#010203' })
    expect(await stores.saveBranding()).toMatchObject({ error: { code: 'EDIT_CONFLICT' } })
    expect([await nameOf(), stores.$brandingDraft.get()?.siteName]).toEqual(['Dusk', 'Dawn'])
    expect(stores.$brandingConflict.get()?.settings.siteName).toBe('Dusk')
    await stores.resolveBrandingConflict('mine')
    expect(stores.$brandingDraft.get()).toMatchObject({ siteName: 'Dawn', secondaryColor: '#010203' })
    expect((await stores.saveBranding()).success).toBe(true)
    expect(await row()).toMatchObject({ site_name: 'Dawn', secondary_color: '#010203' })

    stores.writeBrandingDraft({ siteName: 'Noon' })
    await saveElsewhere({ siteName: 'Night' })
    await stores.saveBranding()
    await stores.resolveBrandingConflict('theirs')
    expect([stores.$brandingDraft.get()?.siteName, stores.$isBrandingChanged.get()]).toEqual(['Night', false])
  })

  it('discarded during a conflict shows the saved version', async () => {
    await stores.loadBranding()
    stores.writeBrandingDraft({ siteName: 'Dawn' })
    await saveElsewhere({ siteName: 'Dusk' })
    await stores.saveBranding()
    stores.discardBrandingDraft()
    expect([stores.$brandingDraft.get()?.siteName, stores.$branding.get().data?.settings.siteName]).toEqual([
      'Dusk',
      'Dusk',
    ])
    expect([stores.$checkedBranding.get()?.settings.siteName, stores.$brandingConflict.get()]).toEqual([
      'Dusk',
      undefined,
    ])
    stores.writeBrandingDraft({ siteName: 'Noon' })
    expect(await stores.saveBranding()).toMatchObject({ success: true })
  })

  it('keeps the reason of a refused save across other responses', async () => {
    await stores.loadBranding()
    stores.writeBrandingDraft({ siteName: 'Dawn', logoUrl: `/uploads/${'0'.repeat(64)}.webp` })
    const gate = shop.holdAnswers()
    const judging = stores.checkBrandingDraft()
    gate.release()
    const saving = stores.saveBranding()
    await Promise.all([judging, saving])
    const missing = { logoUrl: 'This image is no longer available. Upload it again.' }
    expect(stores.$brandingErrors.get()).toEqual(missing)
    stores.writeBrandingDraft({ siteName: 'Dusk' })
    await stores.checkBrandingDraft()
    expect(stores.$brandingErrors.get()).toEqual(missing)
    stores.writeBrandingDraft({ logoUrl: '' })
    await stores.checkBrandingDraft()
    expect(stores.$brandingErrors.get()).toEqual({})
  })

  it('stays a draft when changed during a save', async () => {
    await stores.loadBranding()
    stores.writeBrandingDraft({ siteName: 'First' })
    const gate = shop.holdAnswers()
    const saving = stores.saveBranding()
    stores.writeBrandingDraft({ siteName: 'Second' })
    gate.release()
    await saving
    expect([await nameOf(), stores.$brandingDraft.get()?.siteName, stores.$isBrandingChanged.get()]).toEqual([
      'First',
      'Second',
      true,
    ])
    const again = await openConsole()
    await again.loadBranding()
    expect([again.$brandingDraft.get()?.siteName, again.$brandingConflict.get()]).toEqual([
      'Second',
      undefined,
    ])
  })
})
