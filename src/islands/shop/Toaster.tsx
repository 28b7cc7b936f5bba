import { $isDrawerOpen } from '#stores/shop/cart-drawer.ts'
import { listenForToasts } from '#stores/platform/toasts.ts'
import { ToastRegion } from './ToastRegion.tsx'
import { useStore } from '#islands/platform/use-store.ts'

// Runs on import: the event that loaded this module is then dispatched again.
listenForToasts()

export function Toaster() {
  const isDrawerOpen = useStore($isDrawerOpen, false)
  return <ToastRegion isActive={!isDrawerOpen} />
}
