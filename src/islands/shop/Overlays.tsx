import { CartDrawer } from './CartDrawer.tsx'
import { Toaster } from './Toaster.tsx'

/** The cart drawer and toasts of visitor pages in one React root. `<page-overlays>` decides when it is hydrated. */
export function Overlays() {
  return (
    <>
      <CartDrawer />
      <Toaster />
    </>
  )
}
