import { cleanup, configure, render } from '@testing-library/react'
import { createElement, type FunctionComponent } from 'react'
import { vi } from 'vitest'
import { openBrowserShop, type BrowserShop } from '../stores/browser-shop.ts'

// Same limit as `waitFor` of tests/support.
configure({ asyncUtilTimeout: 15_000 })

/** A visitor's page whose requests reach a real server. The clock moves only on request. */
export interface ShopPage {
  shop: BrowserShop
  left: string[]
  /** Renders an island with new modules, like a newly opened page. */
  show: <Props extends object>(load: () => Promise<FunctionComponent<Props>>, props: Props) => Promise<void>
  pass: (milliseconds: number) => void
  close: () => Promise<void>
}

export async function openShopPage(): Promise<ShopPage> {
  const shop = await openBrowserShop()
  const left: string[] = []
  localStorage.clear()
  sessionStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
  vi.spyOn(window.location, 'assign').mockImplementation(
    (address) => void left.push(new URL(address).pathname),
  )
  return {
    shop,
    left,
    show: async (load, props) => {
      vi.resetModules()
      render(createElement(await load(), props))
    },
    pass: (milliseconds) => {
      shop.clock.advance(milliseconds)
      vi.setSystemTime(shop.clock.now())
    },
    close: async () => {
      cleanup()
      vi.useRealTimers()
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
      await shop.close()
    },
  }
}
