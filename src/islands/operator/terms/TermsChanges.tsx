import type { TermsChange, TermsOfCurrency } from '#contracts/operator/terms.ts'
import { TermsList } from '#islands/console/pricing/PlatformTerms.tsx'
import { termsRows } from '#model/pricing/terms-messages.ts'
import { toPlatformTerms } from '#model/pricing/convert-terms.ts'
import { DataTable } from '#ui/DataTable.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'

/** Terms in effect and all changes. `id`: element id of the section. */
export function TermsChanges({ id, currency, terms, changes }: TermsOfCurrency & { id: string }) {
  return (
    <>
      <TermsList terms={terms} currency={currency} reader="operator" />
      {changes.length > 0 && (
        <details className="terms-history">
          <summary id={`${id}-changes`}>
            {changes.length === 1 ? '1 change' : `${changes.length} changes`}
            {changes.some(({ status }) => status === 'upcoming') && ', with an upcoming one'}
          </summary>
          <DataTable
            labelledBy={`${id}-changes`}
            rows={changes}
            keyOf={(change) => String(change.id)}
            columns={[
              { name: 'From', cell: ({ effectiveFrom }) => fromLabel(effectiveFrom) },
              { name: 'Status', cell: ({ status }) => STATUS_LABELS[status] },
              { name: 'Terms', cell: (change) => termsText(change, currency) },
              {
                name: 'Created',
                cell: ({ createdAt, createdBy }) => (
                  <>
                    {formatDateTime(createdAt)}
                    {createdBy !== null && <span className="secondary-text">{createdBy}</span>}
                  </>
                ),
              },
            ]}
          />
        </details>
      )}
    </>
  )
}

const STATUS_LABELS: Readonly<Record<TermsChange['status'], string>> = {
  upcoming: 'Upcoming',
  current: 'In effect',
  past: 'Past',
  replaced: 'Replaced before it applied',
}

/** The terms that the installation started with have no start time. */
const fromLabel = (effectiveFrom: string): string =>
  new Date(effectiveFrom).getTime() === 0 ? 'From the start' : formatDateTime(effectiveFrom)

const termsText = ({ terms }: TermsChange, currency: string): string =>
  terms
    ? termsRows(toPlatformTerms(terms, currency), currency, 'operator')
        .map(([label, text]) => `${label}: ${text}`)
        .join('; ')
    : 'The default terms'
