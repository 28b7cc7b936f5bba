import { $isDrawerOpen } from '#stores/shop/cart-drawer.ts'
import { listenForToasts } from '#stores/platform/toasts.ts'
import { ToastRegion } from './ToastRegion.tsx'
import { useStore } from '#islands/platform/use-store.ts'

// Starts listening on import, because the event that loaded this module is dispatched again immediately afterwards.
listenForToasts()

export function Toaster() {
  const isDrawerOpen = useStore($isDrawerOpen, false)
  return <ToastRegion isActive={!isDrawerOpen} />
}
