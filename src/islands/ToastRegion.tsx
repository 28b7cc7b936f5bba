import { $toast } from '#stores/toasts.ts'
import { ToastCard } from './ToastCard.tsx'
import { useStore } from './use-store.ts'

/**
 * Two live regions that are there before any text: what failed interrupts, the rest waits its turn. While a modal dialog
 * is open only what is inside it can be seen and heard, so the dialog has a region of its own.
 */
export function ToastRegion({ isActive }: { isActive: boolean }) {
  const toast = useStore($toast, undefined)
  const shown = isActive && toast ? <ToastCard key={toast.id} toast={toast} /> : null
  const isUrgent = toast?.type === 'destructive'
  return (
    <div className="toaster">
      <output>{!isUrgent && shown}</output>
      <div role="alert">{isUrgent && shown}</div>
    </div>
  )
}
