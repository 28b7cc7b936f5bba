import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { DeadMail } from '#contracts/operator/health.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { deadMails, resendDeadMails } from '#stores/operator/health.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'

/** Emails that failed and aren't retried any more, with buttons that send them again. */
export function DeadMails() {
  const { data, error } = useStore(deadMails.$store, LOADING)
  return (
    <section className="section" aria-labelledby="dead-title">
      <h2 id="dead-title">Emails that couldn’t be sent</h2>
      {error !== undefined && (
        <LoadFailed what="The emails" why={error} onRetry={() => void deadMails.load()} />
      )}
      {data && data.length > 0 && (
        <>
          <DataTable labelledBy="dead-title" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
          <SendAgain label="Send all again" />
        </>
      )}
    </section>
  )
}

function SendAgain({ id, label }: { id?: string; label: string }) {
  const [isBusy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    const answer = await resendDeadMails(id)
    setBusy(false)
    if (answer.success)
      return showToast({ type: 'success', title: 'Sending again', message: `Emails: ${answer.data.count}.` })
    showToast({ type: 'destructive', title: 'Not sent again', message: answer.error.message })
  }
  return (
    <div className="form-actions">
      <Button variant="quiet" busy={isBusy} onClick={() => void send()}>
        {isBusy ? 'Sending…' : label}
      </Button>
    </div>
  )
}

const COLUMNS: TableColumns<DeadMail> = [
  { name: 'Email', cell: ({ kind }) => kind.replaceAll('_', ' ') },
  { name: 'Created', cell: ({ createdAt }) => formatDateTime(createdAt) },
  { name: 'Given up', cell: ({ deadAt }) => formatDateTime(deadAt) },
  { name: 'Error', cell: ({ error }) => error || '—' },
  { name: 'Action', isUnnamed: true, cell: ({ id }) => <SendAgain id={id} label="Send again" /> },
]
