import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import { downloadExport } from '#stores/console/orders/exports.ts'
import { Button } from '#ui/Button.tsx'

type Filters = Readonly<Record<string, string | undefined>>

export function Downloads({ what, filters }: { what: 'orders' | 'attendees'; filters: Filters }) {
  const [busy, setBusy] = useState<'csv' | 'xlsx'>()
  const save = async (format: 'csv' | 'xlsx'): Promise<void> => {
    setBusy(format)
    const answer = await downloadExport(what, format, filters)
    setBusy(undefined)
    if (!answer.success)
      showToast({ type: 'destructive', title: 'The file couldn’t be created', message: answer.error.message })
  }
  return (
    <>
      <Button variant="quiet" busy={busy === 'csv'} onClick={() => void save('csv')}>
        {busy === 'csv' ? 'Exporting…' : 'Export as CSV'}
      </Button>
      <Button variant="quiet" busy={busy === 'xlsx'} onClick={() => void save('xlsx')}>
        {busy === 'xlsx' ? 'Exporting…' : 'Export as Excel'}
      </Button>
    </>
  )
}
