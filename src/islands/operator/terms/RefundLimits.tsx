import * as z from 'zod/mini'
import { showToast } from '#browser/platform/toast-event.ts'
import { putRefundLimit, type RefundLimit } from '#contracts/operator/refunds/refund-requests.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { typedForm } from '#islands/platform/typed-form.ts'
import { useForm } from '#islands/platform/use-form.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { refundLimits, saveRefundLimit } from '#stores/operator/refunds/refund-requests.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { Field } from '#ui/form/Field.tsx'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { Loading } from '#ui/loading/Loading.tsx'

/** Form for the amount that can be refunded on an order without approval, for all promoters or for one. */
export function RefundLimits({ promoterId }: { promoterId?: string }) {
  const { data, error } = useStore(refundLimits.$store, LOADING)
  const rows = data?.filter(
    ({ promoter }) => promoterId === undefined || promoter === null || promoter.id === promoterId,
  )
  return (
    <section className="section" aria-labelledby="refund-limits">
      <h2 id="refund-limits">Refund limits</h2>
      <p className="secondary-text">
        {promoterId === undefined
          ? 'What promoters may refund of one order without your approval. Without a limit, they may refund everything. '
          : 'What this promoter may refund of one order without your approval. Its own limit replaces the default. '}
        Refunds of cancelled events have no limit.
      </p>
      {!rows && (
        <Loading size="card" what="The limits" why={error} onRetry={() => void refundLimits.load()} />
      )}
      {rows && rows.length > 0 && (
        <DataTable
          labelledBy="refund-limits"
          rows={rows}
          keyOf={({ promoter, currency }) => (promoter?.id ?? '') + currency}
          columns={[
            { name: 'Promoter', cell: (row) => <LimitOwner {...row} /> },
            { name: 'Limit', isNumber: true, cell: ({ limit, currency }) => formatAmount(limit, currency) },
          ]}
        />
      )}
      {rows && <LimitForm promoterId={promoterId} />}
    </section>
  )
}

const LimitOwner = ({ promoter }: RefundLimit) =>
  promoter === null ? (
    'All promoters'
  ) : (
    <a href={operatorUrls.promoter(promoter.id)} dir="auto">
      {promoter.name}
    </a>
  )

const schema = typedForm(
  ({ text, amount, optional }) => {
    const currency = text('currency').toUpperCase()
    return { currency, limit: optional('limit', () => amount('limit', currency)) }
  },
  z.pick(putRefundLimit.body, { currency: true, limit: true }),
)

function LimitForm({ promoterId }: { promoterId: string | undefined }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: (body) => saveRefundLimit({ ...body, ...(promoterId === undefined ? {} : { promoterId }) }),
    onDone: (_, sent) => {
      sent.reset()
      showToast({ type: 'success', title: 'Saved', message: 'This applies to the next refund.' })
    },
  })
  return (
    <form {...form} className="account-form team-form" aria-label="Refund limit">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field
        {...field('currency')}
        label="Currency"
        defaultValue="EUR"
        maxLength={3}
        autoComplete="off"
        required
      />
      <Field
        {...field('limit')}
        label="Limit per order (optional)"
        hint={promoterId === undefined ? 'Empty removes the limit.' : 'Empty returns to the default.'}
        inputMode="decimal"
        autoComplete="off"
      />
      <Button type="submit" variant="quiet" busy={isBusy}>
        {isBusy ? 'Saving…' : 'Save limit'}
      </Button>
    </form>
  )
}
