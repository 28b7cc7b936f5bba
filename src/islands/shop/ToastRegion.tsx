import { $toast } from '#stores/platform/toasts.ts'
import { ToastCard } from './ToastCard.tsx'
import { useStore } from '#islands/platform/use-store.ts'

/**
 * Live regions. They are rendered before they contain text, so that screen readers announce it. A modal dialog has its own, because the
 * rest of the page is inert.
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
