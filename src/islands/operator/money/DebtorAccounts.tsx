import { showToast } from '#browser/platform/toast-event.ts'
import { changeDebtorAccount as contract, type DebtorAccount } from '#contracts/operator/bank-files.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { changeDebtorAccount, debtorAccounts } from '#stores/operator/money.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Loading } from '#ui/loading/Loading.tsx'

/** The platform's own bank accounts, from which promoters are paid. */
export function DebtorAccounts() {
  const { data, error } = useStore(debtorAccounts.$store, LOADING)
  return (
    <section className="section" aria-labelledby="debtors-title">
      <h2 id="debtors-title">Your bank accounts</h2>
      <p className="secondary-text">Payouts by bank transfer are paid from them, one per currency.</p>
      {!data && (
        <Loading
          size="card"
          what="Your bank accounts"
          why={error}
          onRetry={() => void debtorAccounts.load()}
        />
      )}
      {data && data.length > 0 && (
        <DataTable
          labelledBy="debtors-title"
          columns={COLUMNS}
          rows={data}
          keyOf={({ currency }) => currency}
        />
      )}
      {data && <DebtorForm />}
    </section>
  )
}

const COLUMNS: TableColumns<DebtorAccount> = [
  { name: 'Currency', cell: ({ currency }) => currency },
  { name: 'Holder', cell: ({ holder }) => holder },
  { name: 'Account', cell: ({ number }) => number },
  { name: 'BIC', cell: ({ bic }) => bic || '—' },
]

function DebtorForm() {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: contract.body,
    send: changeDebtorAccount,
    onDone: (_, sent) => {
      sent.reset()
      showToast({ type: 'success', title: 'Saved', message: 'New files use this account.' })
    },
  })
  return (
    <form {...form} className="account-form team-form" aria-label="Your bank account">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field
        {...field('currency')}
        label="Currency"
        defaultValue="EUR"
        maxLength={3}
        autoComplete="off"
        required
      />
      <Field {...field('holder')} label="Account holder" autoComplete="off" required />
      <Field {...field('iban')} label="IBAN" autoComplete="off" spellCheck={false} required />
      <Field {...field('bic')} label="BIC (optional)" autoComplete="off" spellCheck={false} />
      <Button type="submit" variant="quiet" busy={isBusy}>
        {isBusy ? 'Saving…' : 'Save account'}
      </Button>
    </form>
  )
}
