import { useId, useState } from 'react'
import { now } from '#browser/platform/clock.ts'
import type { StaffProfile } from '#contracts/portal/staff.ts'
import { downloadStatement } from '#stores/portal/staff-statement.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { dateAt } from '#model/platform/time/days.ts'

function thisMonth(): { from: string; to: string } {
  const today = dateAt(now(), undefined)
  return { from: `${today.slice(0, 8)}01`, to: today }
}

/** Downloads a statement for a period. Default: this month. */
export function StatementDownload({ member }: { member: StaffProfile }) {
  const id = useId()
  const [days, setDays] = useState(thisMonth)
  const [busy, setBusy] = useState<'csv' | 'pdf'>()
  const [failure, setFailure] = useState<string>()
  const save = async (format: 'csv' | 'pdf'): Promise<void> => {
    setBusy(format)
    const answer = await downloadStatement({ memberId: member.id, format, ...days })
    setBusy(undefined)
    setFailure(answer.success ? undefined : answer.error.message)
  }
  return (
    <section className="section" aria-labelledby="statement-title">
      <h2 id="statement-title">Statement</h2>
      <p className="secondary-text">All sales, refunds and payouts in this period, for your records.</p>
      <div className="filters">
        <Field
          id={`${id}-from`}
          label="From"
          type="date"
          value={days.from}
          onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
        />
        <Field
          id={`${id}-to`}
          label="To"
          type="date"
          value={days.to}
          onChange={(event) => setDays({ ...days, to: event.currentTarget.value })}
        />
      </div>
      {failure && <Notice tone="danger" title={failure} urgent />}
      <div className="form-actions">
        <Button variant="quiet" busy={busy === 'pdf'} onClick={() => void save('pdf')}>
          Download PDF
        </Button>
        <Button variant="quiet" busy={busy === 'csv'} onClick={() => void save('csv')}>
          Download CSV
        </Button>
      </div>
    </section>
  )
}
