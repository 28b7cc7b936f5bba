import { $isDrawerOpen, closeDrawer, listenForCart } from '#stores/shop/cart-drawer.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { CartContents } from './CartContents.tsx'
import { ToastRegion } from './ToastRegion.tsx'
import { useStore } from '#islands/platform/use-store.ts'

// Starts listening on import, because the event that loaded this module is dispatched again immediately afterwards.
listenForCart()

const TITLE_ID = 'cart-drawer-title'

export function CartDrawer() {
  const isOpen = useStore($isDrawerOpen, false)
  return (
    <Dialog isOpen={isOpen} onClose={closeDrawer} labelledBy={TITLE_ID} className="drawer" isGuarded={false}>
      <div className="drawer-head">
        <h2 id={TITLE_ID}>Your cart</h2>
        <button type="button" className="icon-button" aria-label="Close the cart" onClick={closeDrawer}>
          ×
        </button>
      </div>
      {/* While the drawer is closed, no timers run and no fees are requested. */}
      {isOpen && <CartContents heading="h3" />}
      <ToastRegion isActive={isOpen} />
    </Dialog>
  )
}
