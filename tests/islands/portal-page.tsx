import { act, type ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { expect, vi } from 'vitest'
import type { MemberRole } from '#model/people/members.ts'
import { loadStaffStores, openBrowserShop, type BrowserShop } from '../stores/browser-shop.ts'
import { insertMember, PASSWORD } from '../support/people.ts'
import { waitFor } from '../support/wait-for.ts'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', password: PASSWORD }

export interface PortalPage {
  shop: BrowserShop
  content: HTMLElement
  signIn: (role: MemberRole) => Promise<string>
  show: (island: ReactElement) => Promise<void>
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
