import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { Voucher } from '#contracts/console/pricing/vouchers.ts'
import { ConfirmButton } from '#islands/console/ConfirmButton.tsx'
import { CopyButton } from '#islands/console/CopyButton.tsx'
import { voidIssuedVoucher, fetchVoucherCode } from '#stores/console/vouchers/vouchers.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { formatBalance, formatLastDay, VOUCHER_KIND_LABELS, VOUCHER_STATE_LABELS } from './voucher-labels.ts'

export function VoucherTable({ rows }: { rows: readonly Voucher[] }) {
  return (
    <DataTable
      labelledBy="vouchers"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Code', cell: (voucher) => <Code voucher={voucher} /> },
        {
          name: 'For',
          cell: ({ recipient, note, kind }) => (
            <>
              <span dir="auto">{recipient || VOUCHER_KIND_LABELS[kind]}</span>
              {note && (
                <span className="secondary-text" dir="auto">
                  {note}
                </span>
              )}
            </>
          ),
        },
        { name: 'Balance', cell: formatBalance },
        { name: 'Valid until', cell: ({ expiresAt }) => formatLastDay(expiresAt) },
        {
          name: 'Status',
          cell: ({ state }) => (
            <span className="badge" data-tone={VOUCHER_STATE_LABELS[state][1]}>
              {VOUCHER_STATE_LABELS[state][0]}
            </span>
          ),
        },
        { name: 'Actions', cell: (voucher) => <Void voucher={voucher} /> },
      ]}
    />
  )
}

/** The code of a voucher. Codes of vouchers for returns belong to their buyers and aren't shown. */
function Code({ voucher: { id, codeEnd, kind } }: { voucher: Voucher }) {
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const reveal = async (): Promise<void> => {
    setBusy(true)
    const answer = await fetchVoucherCode(id)
    setBusy(false)
    if (answer.success) setCode(answer.data.code)
    else showToast({ type: 'destructive', title: 'Code not shown', message: answer.error.message })
  }
  if (code)
    return (
      <>
        <code>{code}</code> <CopyButton text={code} what="voucher code" />
      </>
    )
  return (
    <>
      <code>…{codeEnd}</code>{' '}
      {kind === 'gift' && (
        <Button
          variant="link"
          busy={isBusy}
          aria-label={`Show the code ending in ${codeEnd}`}
          onClick={() => void reveal()}
        >
          Show
        </Button>
      )}
    </>
  )
}

function Void({ voucher: { id, codeEnd, kind, state, balance, currency } }: { voucher: Voucher }) {
  if (kind !== 'gift' || state !== 'active') return null
  return (
    <ConfirmButton
      label="Void"
      about={`the voucher ending in ${codeEnd}`}
      question={`Void the voucher …${codeEnd}?`}
      yes="Void voucher"
      run={() => voidIssuedVoucher(id)}
    >
      <p>
        The {formatAmount(balance, currency)} left on it can no longer be used, not even for orders that
        aren’t paid yet. You can’t undo this.
      </p>
    </ConfirmButton>
  )
}
