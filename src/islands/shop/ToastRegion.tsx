import { $toast } from '#stores/platform/toasts.ts'
import { ToastCard } from './ToastCard.tsx'
import { useStore } from '#islands/platform/use-store.ts'

/** Exist before any text: assertive for errors, polite for the rest. A modal dialog makes the page inert, so it has its own. */
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
