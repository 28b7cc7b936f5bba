import { showToast } from '#browser/toast-event.ts'
import type { Result } from '#model/result.ts'
import { taxes } from '#stores/console/pricing.ts'

/** What changes as soon as it is chosen. A conflict is asked about where it is. */
export async function tellTaxes(answer: Result<unknown>, title: string): Promise<void> {
  if (answer.success) return showToast({ type: 'success', title, message: 'It applies to new orders.' })
  if (answer.error.code === 'EDIT_CONFLICT') return
  showToast({ type: 'destructive', title: 'Not saved', message: answer.error.message })
  await taxes.load()
}
