import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { addOrderNote as addNoteContract } from '#contracts/console/orders/orders.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { addOrderNote } from '#stores/console/orders/orders.ts'
import { Button } from '#ui/Button.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'

export function Timeline({ detail }: { detail: OrderDetail }) {
  return (
    <section className="section" aria-labelledby="timeline-title">
      <h2 id="timeline-title">Timeline</h2>
      <NoteForm id={detail.order.id} />
      <ol className="timeline">
        {detail.timeline.map(({ id, at, kind, text, more, by }) => (
          <li key={id} data-kind={kind}>
            <span className="timeline-dot" aria-hidden="true" />
            <div>
              {kind === 'note' ? (
                <p className="timeline-note" dir="auto">
                  {more}
                </p>
              ) : (
                <p dir="auto">
                  {text}
                  {more && <span className="secondary-text"> ({more})</span>}
                </p>
              )}
              <p className="secondary-text">
                <time dateTime={at}>{formatDateTime(at)}</time>
                {by && `, ${by}`}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function NoteForm({ id }: { id: string }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: addNoteContract.body,
    send: ({ text }) => addOrderNote(id, text),
    onDone: (_, element) => element.reset(),
  })
  return (
    <form {...form} className="account-form note-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <TextArea {...field('text')} label="Note for your team" hint="The buyer never sees it." rows={2} />
      <Button type="submit" variant="quiet" busy={isBusy}>
        {isBusy ? 'Adding…' : 'Add note'}
      </Button>
    </form>
  )
}
