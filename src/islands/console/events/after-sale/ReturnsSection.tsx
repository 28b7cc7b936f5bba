import type { EventFields } from '#model/catalog/event-drafts.ts'
import { refundAs, type RefundAs, type ReturnRules } from '#model/catalog/returns/return-rules.ts'
import { readAmount, readCount, readPercentage } from '#model/platform/typed-numbers.ts'
import { editEventFields } from '#stores/console/events/event.ts'
import { Select } from '#ui/form/Select.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { TypedNumberField } from '#islands/console/editing/TypedNumberField.tsx'
import { eventFieldId, useEventField } from '#islands/console/events/use-event-field.ts'
import { FormSection } from '#islands/console/events/sections/FormSection.tsx'

const FIRST_RULES: ReturnRules = {
  days: 7,
  feePercent: 0,
  feePerTicket: 0,
  returnsFees: true,
  refundAs: 'money',
  voucherInFull: false,
}

const REFUND_AS: Readonly<Record<RefundAs, string>> = {
  money: 'Money',
  voucher: 'Voucher',
  choice: 'The buyer chooses',
}

/** Rule for returns that buyers make on their order page, without the promoter. */
export function ReturnsSection({ fields }: { fields: EventFields }) {
  const { returns } = fields
  return (
    <FormSection title="Returns">
      <Checkbox
        id={eventFieldId('returns')}
        label="Buyers can return tickets"
        hint="They return tickets on their order page and are refunded at once. The tickets go back on sale. Buyers keep the rule from when they bought, unless your new rule refunds more."
        checked={returns !== null}
        onChange={(event) => editEventFields({ returns: event.target.checked ? FIRST_RULES : null })}
      />
      {returns && <RuleFields returns={returns} currency={fields.currency} />}
    </FormSection>
  )
}

function RuleFields({ returns, currency }: { returns: ReturnRules; currency: string }) {
  const bound = useEventField()
  const set = (change: Partial<ReturnRules>): void => editEventFields({ returns: { ...returns, ...change } })
  return (
    <>
      <TypedNumberField
        {...bound('returns.days')}
        label="Days before the event"
        hint="Tickets can be returned until the end of that day; with 0 days, until doors open."
        value={returns.days}
        read={readCount}
        onChange={(days) => set({ days })}
        inputMode="numeric"
      />
      <div className="field-pair">
        <TypedNumberField
          {...bound('returns.feePercent')}
          label="Deduction, in % of the price"
          value={returns.feePercent}
          read={(text) => readPercentage(text, 2)}
          onChange={(feePercent) => set({ feePercent })}
          inputMode="decimal"
        />
        <TypedNumberField
          {...bound('returns.feePerTicket')}
          label={`Deduction per ticket, in ${currency}`}
          value={returns.feePerTicket}
          read={(text) => readAmount(text, currency)}
          onChange={(feePerTicket) => set({ feePerTicket })}
          inputMode="decimal"
        />
      </div>
      <Checkbox
        id={eventFieldId('returns.returnsFees')}
        label="Refund the fees, too"
        hint="Ticket fees of returned tickets, and the order fee with an order’s last ticket."
        checked={returns.returnsFees}
        onChange={(event) => set({ returnsFees: event.target.checked })}
      />
      <MethodFields returns={returns} onChange={set} />
    </>
  )
}

interface MethodProps {
  returns: ReturnRules
  onChange: (change: Partial<ReturnRules>) => void
}

function MethodFields({ returns, onChange }: MethodProps) {
  const bound = useEventField()
  return (
    <>
      <Select
        {...bound('returns.refundAs')}
        label="Refund as"
        hint="A voucher pays later orders from you. You get its amount when it is used, or has expired."
        value={returns.refundAs}
        onChange={(event) => {
          const as = refundAs.options.find((each) => each === event.target.value)
          if (as) onChange({ refundAs: as, ...(as === 'money' && { voucherInFull: false }) })
        }}
      >
        {refundAs.options.map((each) => (
          <option key={each} value={each}>
            {REFUND_AS[each]}
          </option>
        ))}
      </Select>
      {returns.refundAs !== 'money' && (
        <Checkbox
          id={eventFieldId('returns.voucherInFull')}
          label="No deduction for a voucher"
          hint="The voucher has the full price, so that buyers have a reason to choose it."
          checked={returns.voucherInFull}
          onChange={(event) => onChange({ voucherInFull: event.target.checked })}
        />
      )}
    </>
  )
}
