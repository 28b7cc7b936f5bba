import { showToast } from '#browser/platform/toast-event.ts'
import type { Result } from '#model/platform/result.ts'
import { taxes } from '#stores/console/pricing.ts'
import { isEditConflict } from '#stores/console/editing/edit-conflict.ts'

/** Shows the result of an immediately saved change as a toast. Conflicts aren't shown here but next to the control. */
export async function notifyTaxResult(answer: Result<unknown>, title: string): Promise<void> {
  if (answer.success) return showToast({ type: 'success', title, message: 'It applies to new orders.' })
  if (isEditConflict(answer.error.code)) return
  showToast({ type: 'destructive', title: 'Not saved', message: answer.error.message })
  await taxes.load()
}
