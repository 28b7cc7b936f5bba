import type { PromoterSettings } from '#contracts/console/settings.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import type { BindField } from '../staff/RuleScope.tsx'

interface Props {
  field: BindField
  settings: PromoterSettings
}

export function TicketFields({ field, settings }: Props) {
  return (
    <>
      <h2>Tickets</h2>
      <Checkbox
        {...field('attachesTickets')}
        label="Attach tickets to emails as PDF"
        hint="For up to 10 tickets. Buyers can always download the PDF from their order’s page."
        value="yes"
        defaultChecked={settings.attachesTickets}
      />
    </>
  )
}
