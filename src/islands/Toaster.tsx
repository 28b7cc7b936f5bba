import { $isDrawerOpen } from '#stores/cart-drawer.ts'
import { listenForToasts } from '#stores/toasts.ts'
import { ToastRegion } from './ToastRegion.tsx'
import { useStore } from './use-store.ts'

// As soon as the code is there: the event that asked for it is sent once more then.
listenForToasts()

export function Toaster() {
  const isDrawerOpen = useStore($isDrawerOpen, false)
  return <ToastRegion isActive={!isDrawerOpen} />
}
