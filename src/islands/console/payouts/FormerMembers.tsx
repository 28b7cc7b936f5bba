import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import { newUuid } from '#browser/platform/uuid.ts'
import type { FormerMember } from '#contracts/console/staff/staff.ts'
import { formatDate } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { payOutFormerMember } from '#stores/console/staff/payouts.ts'
import { members } from '#stores/console/staff/staff.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'

interface Owed extends Omit<FormerMember, 'owed'> {
  currency: string
  available: number
  pending: number
}

/** Balances of former members. An owner pays them out, because former members can't request payouts. */
export function FormerMembers() {
  const { data } = useStore(members.$store, LOADING)
  const [open, setOpen] = useState<Owed>()
  const rows = data?.former.flatMap(({ owed, ...who }) => owed.map((sum) => ({ ...who, ...sum }))) ?? []
  if (rows.length === 0) return null
  return (
    <section className="section" aria-labelledby="former-members">
      <h2 id="former-members">Owed to former members</h2>
      <DataTable<Owed>
        labelledBy="former-members"
        keyOf={({ accountId, currency }) => accountId + currency}
        rows={rows}
        columns={[
          { name: 'Name', cell: ({ name }) => name },
          { name: 'Left', cell: ({ removedAt }) => formatDate(removedAt) },
          {
            name: 'Pending',
            isNumber: true,
            cell: ({ pending, currency }) => formatAmount(pending, currency),
          },
          {
            name: 'Available',
            isNumber: true,
            cell: ({ available, currency }) => formatAmount(available, currency),
          },
          {
            name: 'Pay',
            isUnnamed: true,
            cell: (row) =>
              row.available > 0 && (
                <Button variant="quiet" aria-label={`Pay ${row.name}`} onClick={() => setOpen(row)}>
                  Pay
                </Button>
              ),
          },
        ]}
      />
      {open && <PayDialog owed={open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

function PayDialog({ owed, onClose }: { owed: Owed; onClose: () => void }) {
  const [key] = useState(newUuid)
  const [isBusy, setBusy] = useState(false)
  const [refusal, refuse] = useState('')
  const words = formatAmount(owed.available, owed.currency)
  const pay = async (): Promise<void> => {
    setBusy(true)
    const answer = await payOutFormerMember(owed.accountId, owed.currency, key)
    setBusy(false)
    if (!answer.success) return refuse(REFUSALS[answer.error.code] ?? answer.error.message)
    await members.load()
    showToast({ type: 'success', title: `${words} approved`, message: `On its way to ${owed.name}.` })
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} labelledBy="pay-title" className="dialog">
      <h2 id="pay-title">
        Pay {words} to {owed.name}?
      </h2>
      <p>The full available amount goes to their payout account.</p>
      <p className="field-error" role="alert">
        {refusal}
      </p>
      <div className="form-actions">
        <Button busy={isBusy} onClick={() => void pay()}>
          {isBusy ? 'Paying…' : `Pay ${words}`}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}

/** Messages for owners. The server's messages are written for the member. */
const REFUSALS: Readonly<Record<string, string>> = {
  PAYOUT_ACCOUNT_MISSING:
    'They have no payout account. Add them as a member again so that they can set one up.',
  PAYOUT_ACCOUNT_NOT_READY: 'Their payout account is not ready yet.',
}
