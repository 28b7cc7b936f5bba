import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import type { BankFile, SkippedSettlement } from '#contracts/operator/bank-files.ts'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { bankFileObstacle, type BankFileFormat, type BankFileObstacle } from '#model/money/bank-files.ts'
import {
  bankFiles,
  createBankFile,
  debtorAccounts,
  markBankFilePaid,
  downloadBankFile,
} from '#stores/operator/money.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { Select } from '#ui/form/Select.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { Notice } from '#ui/Notice.tsx'
import { notifyResult } from './AllSettlements.tsx'

const FORMAT_LABELS: Readonly<Record<BankFileFormat, string>> = {
  'pain.001': 'ISO 20022 (pain.001)',
  csv: 'CSV',
}

const OBSTACLES: Readonly<Record<BankFileObstacle, string>> = {
  no_bank_account: 'no bank details in use',
  on_hold: 'on hold',
  moved: 'not open any more',
}

/** Files with transfers, to be uploaded to the platform's bank. */
export function BankFiles() {
  const list = useStore(bankFiles.$list, EMPTY_LIST)
  useEffect(() => void bankFiles.load({}), [])
  return (
    <section className="section" aria-labelledby="files-title">
      <h2 id="files-title">Files for your bank</h2>
      <p className="secondary-text">
        A file contains all payouts by bank transfer that are being prepared, and marks them as on their way.
        Upload it to your bank at once, then mark it as paid.
      </p>
      <NewFile />
      <PagedRows
        list={list}
        what="The files"
        onRetry={() => void bankFiles.reload()}
        onMore={() => void bankFiles.more()}
        empty={<p>No file has been made yet.</p>}
      >
        {(rows) => (
          <DataTable labelledBy="files-title" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
        )}
      </PagedRows>
    </section>
  )
}

const skippedDetails = z.object({
  skipped: z.array(z.object({ settlementId: z.string(), promoterName: z.string(), why: bankFileObstacle })),
})

function NewFile() {
  const { data: accounts = [] } = useStore(debtorAccounts.$store, LOADING)
  const [chosen, setChosen] = useState('')
  const [format, setFormat] = useState<BankFileFormat>('pain.001')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [skipped, setSkipped] = useState<readonly SkippedSettlement[]>([])
  const currency = chosen || accounts[0]?.currency
  if (currency === undefined)
    return <p className="secondary-text">Enter your own bank account below before you make a file.</p>
  const create = async (): Promise<void> => {
    setBusy(true)
    const answer = await createBankFile({ currency, format })
    setBusy(false)
    setFailure(answer.success ? undefined : answer.error.message)
    if (answer.success) {
      setSkipped(answer.data.skipped)
      await notifyResult(downloadBankFile(answer.data.bankFile), 'File made')
      return
    }
    const details = skippedDetails.safeParse(answer.error.details)
    setSkipped(details.success ? details.data.skipped : [])
  }
  return (
    <>
      <div className="filters">
        <Select
          id="file-currency"
          label="Currency"
          value={currency}
          onChange={(change) => setChosen(change.currentTarget.value)}
        >
          {accounts.map((each) => (
            <option key={each.currency}>{each.currency}</option>
          ))}
        </Select>
        <Select
          id="file-format"
          label="Format"
          value={format}
          onChange={(change) => setFormat(change.currentTarget.value === 'csv' ? 'csv' : 'pain.001')}
        >
          <option value="pain.001">{FORMAT_LABELS['pain.001']}</option>
          <option value="csv">{FORMAT_LABELS.csv}</option>
        </Select>
        <Button busy={isBusy} onClick={() => void create()}>
          {isBusy ? 'Making…' : 'Make file'}
        </Button>
      </div>
      {failure && <Notice tone="danger" title={failure} urgent />}
      <Skipped rows={skipped} />
    </>
  )
}

function Skipped({ rows }: { rows: readonly SkippedSettlement[] }) {
  if (rows.length === 0) return null
  return (
    <Notice tone="warning" title="Some payouts aren’t in the file">
      <ul>
        {rows.map(({ settlementId, promoterName, why }) => (
          <li key={settlementId}>
            {promoterName}: {OBSTACLES[why]}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const COLUMNS: TableColumns<BankFile> = [
  { name: 'Made', cell: ({ createdAt }) => formatDateTime(createdAt) },
  { name: 'By', cell: ({ createdBy }) => createdBy ?? 'Deleted account' },
  { name: 'Format', cell: ({ format }) => FORMAT_LABELS[format] },
  { name: 'Transfers', isNumber: true, cell: ({ transfers }) => transfers },
  { name: 'Sum', isNumber: true, cell: ({ sum, currency }) => formatAmount(sum, currency) },
  { name: 'State', cell: ({ sent, paid, failed }) => stateLabel({ sent, paid, failed }) },
  { name: 'Actions', isUnnamed: true, cell: (file) => <Actions file={file} /> },
]

function stateLabel({ sent, paid, failed }: Pick<BankFile, 'sent' | 'paid' | 'failed'>): string {
  const parts = [
    [sent, 'on their way'],
    [paid, 'paid'],
    [failed, 'returned'],
  ] as const
  return parts.flatMap(([count, label]) => (count > 0 ? [`${count} ${label}`] : [])).join(', ')
}

function Actions({ file }: { file: BankFile }) {
  const about = <span className="visually-hidden"> file of {formatDateTime(file.createdAt)}</span>
  return (
    <>
      <Button variant="link" onClick={() => void notifyResult(downloadBankFile(file), 'Downloaded')}>
        Download{about}
      </Button>
      {file.sent > 0 && (
        <Button variant="link" onClick={() => void notifyResult(markBankFilePaid(file.id), 'Marked as paid')}>
          Mark as paid{about}
        </Button>
      )}
    </>
  )
}
