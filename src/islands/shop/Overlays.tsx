import { CartDrawer } from './CartDrawer.tsx'
import { Toaster } from './Toaster.tsx'

/** Cart drawer and toasts of visitor pages, in one React root. `<page-overlays>` decides when to hydrate them. */
export function Overlays() {
  return (
    <>
      <CartDrawer />
      <Toaster />
    </>
  )
}
