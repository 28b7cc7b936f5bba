import type { PaymentDomain, WaitingForFunds } from '#contracts/operator/payments.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { providerStatus } from '#stores/operator/provider-status.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { Notice } from '#ui/Notice.tsx'
import { OperatorGate } from './OperatorGate.tsx'

/** The page `/operator/payments` with payouts and refunds that the payment provider hasn't carried out yet. */
export function ProviderStatus() {
  return (
    <OperatorGate>
      <Status />
    </OperatorGate>
  )
}

function Status() {
  const { data, error } = useStore(providerStatus.$store, LOADING)
  if (error && !data)
    return <LoadFailed what="The payments" why={error} onRetry={() => void providerStatus.load()} />
  if (!data) return <AccountSkeleton label="Loading payments…" blocks={2} />
  return (
    <div className="sections">
      {data.provider === 'sandbox' && (
        <Notice tone="warning" title="Test payments">
          <p>No Stripe keys are set, so no real money moves and no wallets are shown.</p>
        </Notice>
      )}
      <section className="section" aria-labelledby="waiting-funds">
        <h2 id="waiting-funds">Waiting for funds</h2>
        <p className="secondary-text">
          The balance at the payment provider is too low for these. They are tried again automatically as
          sales settle; adding funds to the balance speeds it up.
        </p>
        {data.waiting.length === 0 ? (
          <p>Nothing is waiting.</p>
        ) : (
          <DataTable
            labelledBy="waiting-funds"
            columns={WAITING_COLUMNS}
            rows={data.waiting}
            keyOf={({ id }) => id}
          />
        )}
      </section>
      <section className="section" aria-labelledby="wallet-hosts">
        <h2 id="wallet-hosts">Apple Pay, Google Pay and Link</h2>
        <p className="secondary-text">
          Wallets are shown only on hosts that the payment provider has accepted. New hosts are registered
          within minutes, and refused ones are tried again.
        </p>
        {data.domains.length === 0 ? (
          <p>There are no public hosts.</p>
        ) : (
          <DataTable
            labelledBy="wallet-hosts"
            columns={DOMAIN_COLUMNS}
            rows={data.domains}
            keyOf={({ host }) => host}
          />
        )}
      </section>
    </div>
  )
}

const WAITING_COLUMNS: TableColumns<WaitingForFunds> = [
  {
    name: 'Payment',
    cell: ({ kind, orderNumber }) =>
      kind === 'payout' ? 'Payout to a member' : `Refund of order ${orderNumber}`,
  },
  { name: 'Promoter', cell: ({ promoterName }) => <span dir="auto">{promoterName}</span> },
  { name: 'Since', cell: ({ since }) => formatDateTime(since) },
  { name: 'Amount', isNumber: true, cell: ({ amount, currency }) => formatAmount(amount, currency) },
]

const STATUS: Readonly<Record<PaymentDomain['status'], readonly [label: string, tone: string]>> = {
  pending: ['Waiting', 'plain'],
  registered: ['Registered', 'success'],
  failed: ['Refused', 'danger'],
  disabled: ['Disabled', 'plain'],
}

const DOMAIN_COLUMNS: TableColumns<PaymentDomain> = [
  { name: 'Host', cell: ({ host }) => host },
  {
    name: 'Status',
    cell: ({ status, problem }) => (
      <>
        <span
          className="badge"
          data-tone={problem && status === 'registered' ? 'warning' : STATUS[status][1]}
        >
          {STATUS[status][0]}
        </span>
        {problem && <span className="secondary-text">{problem}</span>}
      </>
    ),
  },
  { name: 'Checked', cell: ({ checkedAt }) => (checkedAt === null ? '—' : formatDateTime(checkedAt)) },
]
