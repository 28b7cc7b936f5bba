import { CartDrawer } from './CartDrawer.tsx'
import { Toaster } from './Toaster.tsx'

/** What lies over every visitor page. One React root for both; `<page-overlays>` decides when it comes to life. */
export function Overlays() {
  return (
    <>
      <CartDrawer />
      <Toaster />
    </>
  )
}
