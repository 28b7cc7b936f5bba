import { act, type ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { expect, vi } from 'vitest'
import type { MemberRole } from '#model/members.ts'
import { loadStaffStores, openBrowserShop, type BrowserShop } from '../stores/browser-shop.ts'
import { insertMember, PASSWORD } from '../support/people.ts'
import { waitFor } from '../support/wait-for.ts'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', password: PASSWORD }

/** A page of the portal in a browser whose requests end at a real server. */
export interface PortalPage {
  shop: BrowserShop
  content: HTMLElement
  /** Ada signs in, who works for the promoter. Her id. */
  signIn: (role: MemberRole) => Promise<string>
  /** Puts an island before whoever is signed in. Its module has to be loaded after the sign-in. */
  show: (island: ReactElement) => Promise<void>
  /** Waits for words. */
  shows: (words: string) => Promise<void>
  close: () => Promise<void>
}

export async function openPortalPage(): Promise<PortalPage> {
  const shop = await openBrowserShop()
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const content = document.createElement('main')
  document.body.append(content)
  let root: Root | undefined
  return {
    shop,
    content,
    signIn: async (role) => {
      const stores = await loadStaffStores()
      await stores.register(ADA)
      const { id: accountId } = await shop.context.db
        .updateTable('accounts')
        .set({ email_verified_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await insertMember(shop.context.db, { promoterId: shop.promoterId, accountId, role })
      return accountId
    },
    show: (island) =>
      act(async () => {
        root = createRoot(content)
        root.render(island)
      }),
    shows: (words) =>
      waitFor(async () => {
        await act(async () => undefined)
        expect(content.textContent).toContain(words)
      }),
    close: async () => {
      act(() => root?.unmount())
      content.remove()
      vi.unstubAllGlobals()
      await shop.close()
    },
  }
}
