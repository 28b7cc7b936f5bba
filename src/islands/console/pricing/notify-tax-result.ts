import { showToast } from '#browser/platform/toast-event.ts'
import type { Result } from '#model/platform/result.ts'
import { taxes } from '#stores/console/pricing.ts'
import { isEditConflict } from '#stores/console/editing/edit-conflict.ts'

/** Shows the outcome of an immediate change as a toast. Conflicts are shown in place. */
export async function notifyTaxResult(answer: Result<unknown>, title: string): Promise<void> {
  if (answer.success) return showToast({ type: 'success', title, message: 'It applies to new orders.' })
  if (isEditConflict(answer.error.code)) return
  showToast({ type: 'destructive', title: 'Not saved', message: answer.error.message })
  await taxes.load()
}
