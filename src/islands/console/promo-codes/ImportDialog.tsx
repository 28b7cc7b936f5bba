import { useId, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { PromoImport } from '#contracts/console/pricing/promo-codes.ts'
import { importPromoFile } from '#stores/console/promo-codes.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { Notice } from '#ui/Notice.tsx'

interface Props {
  onClose: () => void
  onMade: (batchId: string) => void
}

/** Dialog to import codes from a CSV file. It shows the result of each line before anything is imported. */
export function ImportDialog({ onClose, onMade }: Props) {
  const [file, choose] = useState<File>()
  const [report, setReport] = useState<PromoImport>()
  const [failure, fail] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async (chosen: File, mode: 'none' | 'all' | 'valid'): Promise<void> => {
    setBusy(true)
    const answer = await importPromoFile(chosen, {
      id: crypto.randomUUID(),
      name: chosen.name.slice(0, 100),
      mode,
    })
    setBusy(false)
    fail(answer.success ? '' : errorMessage(answer.error))
    setReport(answer.success ? answer.data : undefined)
    if (!answer.success || !answer.data.batch) return
    showToast({ type: 'success', title: `${answer.data.created} codes imported`, message: chosen.name })
    onMade(answer.data.batch.id)
  }
  const look = (chosen: File | undefined): void => {
    choose(chosen)
    setReport(undefined)
    fail('')
    if (chosen) void send(chosen, 'none')
  }
  return (
    <TitledDialog isOpen onClose={onClose} className="dialog pricing-dialog" title="Import codes">
      <FileField onChoose={look} />
      <div aria-live="polite">
        {isBusy && <p className="secondary-text">Checking every line…</p>}
        {failure && (
          <Notice tone="danger" title="This file can’t be imported" urgent>
            <p>{failure}</p>
          </Notice>
        )}
      </div>
      {file && report && (
        <Report report={report} isBusy={isBusy} onImport={(mode) => void send(file, mode)} />
      )}
    </TitledDialog>
  )
}

function errorMessage({ message, details }: { message: string; details?: unknown }): string {
  const isTold = typeof details === 'object' && details !== null && 'why' in details
  return isTold ? String(details.why) : message
}

function FileField({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>CSV file</label>
      <input
        id={id}
        className="input"
        type="file"
        accept=".csv,text/csv"
        aria-describedby={`${id}-hint`}
        onChange={(change) => onChoose(change.currentTarget.files?.[0])}
      />
      <p className="field-hint" id={`${id}-hint`}>
        The first line names the columns: <code>code</code> and <code>discount</code> (10% or 5), and
        optionally <code>currency</code>, <code>max_discount</code>, <code>event</code>,{' '}
        <code>ticket_types</code>, <code>starts_at</code>, <code>ends_at</code>, <code>max_uses</code>,{' '}
        <code>max_uses_per_customer</code>, <code>active</code>. A CSV export contains all of them.
      </p>
    </div>
  )
}

interface ReportProps {
  report: PromoImport
  isBusy: boolean
  onImport: (mode: 'all' | 'valid') => void
}

function Report({ report, isBusy, onImport }: ReportProps) {
  const refused = report.lines.filter(({ why }) => why !== null)
  const right = report.lines.length - refused.length
  return (
    <section className="account-form" aria-labelledby="import-report">
      <h3 id="import-report">
        {right} of {report.lines.length} lines are valid
      </h3>
      {refused.length > 0 && (
        // Focusable, so that the arrow keys scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className="table-scroll" aria-label="Invalid lines" tabIndex={0}>
          <DataTable
            labelledBy="import-report"
            rows={refused}
            keyOf={({ line }) => String(line)}
            columns={[
              { name: 'Line', cell: ({ line, code }) => `${line}${code ? ` · ${code}` : ''}` },
              { name: 'Problem', cell: ({ why }) => why },
            ]}
          />
        </section>
      )}
      {refused.length > 0 && (
        <p className="secondary-text">Fix these lines and choose the file again, or import without them.</p>
      )}
      {right > 0 && (
        <div className="form-actions">
          <Button busy={isBusy} onClick={() => onImport(refused.length > 0 ? 'valid' : 'all')}>
            {refused.length > 0 ? `Import ${right} valid codes` : `Import ${right} codes`}
          </Button>
        </div>
      )}
    </section>
  )
}
