import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { BankAccount, BankAccountsView } from '#contracts/console/bank-accounts.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { BindField } from '#islands/console/staff/RuleScope.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { bankAccountFields } from '#model/money/bank-accounts.ts'
import { bankAccounts, changeBankAccount, confirmBankAccounts } from '#stores/console/settlements.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { Field } from '#ui/form/Field.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { Loading } from '#ui/loading/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'

export function BankAccounts() {
  const { data, error } = useStore(bankAccounts.$store, LOADING)
  return (
    <section className="section" aria-labelledby="bank-title">
      <h2 id="bank-title">Bank details</h2>
      {!data && (
        <Loading size="card" what="Bank details" why={error} onRetry={() => void bankAccounts.load()} />
      )}
      {data && <Details {...data} />}
    </section>
  )
}

function Details({ bankAccounts: rows, holdSince }: BankAccountsView) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {holdSince !== null && <Hold since={holdSince} />}
      {rows.length > 0 ? (
        <DataTable labelledBy="bank-title" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
      ) : (
        <p className="secondary-text">Enter an account to be paid by bank transfer.</p>
      )}
      {isOpen ? (
        <BankForm onDone={() => setOpen(false)} />
      ) : (
        <div className="form-actions">
          <Button variant="quiet" onClick={() => setOpen(true)}>
            {rows.length === 0 ? 'Enter bank details' : 'Change bank details'}
          </Button>
        </div>
      )}
    </>
  )
}

const COLUMNS: TableColumns<BankAccount> = [
  { name: 'Account', cell: ({ number, currency }) => `${number} · ${currency}` },
  { name: 'Holder', cell: ({ holder }) => holder },
  {
    name: 'State',
    cell: ({ state, usableAt }) =>
      state === 'waiting'
        ? `Used from ${formatDateTime(usableAt)}`
        : state === 'in_use'
          ? 'In use'
          : 'In use until the new details take effect',
  },
]

function Hold({ since }: { since: string }) {
  const [failure, setFailure] = useState<{ code: string; message: string }>()
  const confirm = async (): Promise<void> => {
    const answer = await confirmBankAccounts()
    if (!answer.success) return setFailure(answer.error)
    showToast({ type: 'success', title: 'Confirmed', message: 'Payouts continue.' })
  }
  return (
    <Notice tone="warning" title="A change of bank details was undone" urgent>
      <p>
        Your payouts have been waiting since {formatDateTime(since)}. Check the details below. If someone
        changed them without permission, remove them from your team first.
      </p>
      {failure && <Refusal {...failure} />}
      <Button variant="quiet" onClick={() => void confirm()}>
        Confirm these details
      </Button>
    </Notice>
  )
}

function Refusal({ code, message }: { code: string; message: string }) {
  return (
    <p role="alert">
      {message} {code === 'SECOND_FACTOR_NEEDED' && <a href={urls.accountSecurity()}>Open Security</a>}
    </p>
  )
}

function BankForm({ onDone }: { onDone: () => void }) {
  const [needsFactor, setNeedsFactor] = useState(false)
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: bankAccountFields,
    send: changeBankAccount,
    onDone: () => {
      onDone()
      showToast({
        type: 'success',
        title: 'Bank details saved',
        message: 'Payouts go to the new account after 48 hours. We’ve emailed all owners.',
      })
    },
    onRefusal: (code) => {
      setNeedsFactor(code === 'SECOND_FACTOR_NEEDED')
      return code === 'SECOND_FACTOR_NEEDED'
    },
  })
  return (
    <form {...form} className="account-form team-form" aria-label="Bank details">
      {needsFactor && (
        <Notice tone="warning" title="Two-factor authentication is needed" urgent>
          <p>
            <a href={urls.accountSecurity()}>Turn it on in Security</a>, sign in with it, and enter the
            details again.
          </p>
        </Notice>
      )}
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <AccountFields field={field} />
      <p className="secondary-text">
        New details are used after 48 hours. All owners get an email with a link that undoes the change.
      </p>
      <div className="form-actions">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving…' : 'Save bank details'}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function AccountFields({ field }: { field: BindField }) {
  return (
    <>
      <Field
        {...field('currency')}
        label="Currency"
        hint="EUR, USD or another code. One account per currency."
        defaultValue="EUR"
        maxLength={3}
        autoComplete="off"
        required
      />
      <Field {...field('holder')} label="Account holder" autoComplete="off" required />
      <Field
        {...field('iban')}
        label="IBAN (optional for US dollars)"
        autoComplete="off"
        spellCheck={false}
      />
      <Field
        {...field('accountNumber')}
        label="Account number (optional)"
        hint="Only for US dollars, with the routing number."
        inputMode="numeric"
        autoComplete="off"
      />
      <Field
        {...field('routingNumber')}
        label="Routing number (optional)"
        inputMode="numeric"
        autoComplete="off"
      />
      <Field {...field('bic')} label="BIC (optional)" autoComplete="off" spellCheck={false} />
    </>
  )
}
