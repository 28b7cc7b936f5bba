import { $isDrawerOpen } from '#stores/shop/cart-drawer.ts'
import { listenForToasts } from '#stores/platform/toasts.ts'
import { ToastRegion } from './ToastRegion.tsx'
import { useStore } from '#islands/platform/use-store.ts'

// Called on import, because the event that caused the loading of this module is dispatched again right after.
listenForToasts()

export function Toaster() {
  const isDrawerOpen = useStore($isDrawerOpen, false)
  return <ToastRegion isActive={!isDrawerOpen} />
}
