import { $isDrawerOpen, closeDrawer, listenForCart } from '#stores/cart-drawer.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { CartContents } from './CartContents.tsx'
import { ToastRegion } from './ToastRegion.tsx'
import { useStore } from './use-store.ts'

// As soon as the code is there: the event that asked for it is sent once more then.
listenForCart()

/** A page has one drawer. */
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
      {/* Closed, it keeps no timers and asks for no fees. */}
      {isOpen && <CartContents heading="h3" />}
      <ToastRegion isActive={isOpen} />
    </Dialog>
  )
}
