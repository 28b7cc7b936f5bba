import { addPromoterNote, type ManagedPromoter } from '#contracts/operator/promoters.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { addNoteToPromoter, updateShownPromoter } from '#stores/operator/managed-promoter.ts'
import { Button } from '#ui/Button.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'

export function PromoterNotes({ promoter }: { promoter: ManagedPromoter }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: addPromoterNote.body,
    send: ({ text }) => addNoteToPromoter(promoter.id, text),
    onDone: (data, element) => {
      element.reset()
      updateShownPromoter(data)
    },
  })
  return (
    <section className="section" aria-labelledby="promoter-notes">
      <h2 id="promoter-notes">Notes</h2>
      <p className="secondary-text">Only operators see notes. They can’t be changed.</p>
      {promoter.notes.length > 0 && (
        <ol className="promoter-notes">
          {promoter.notes.map(({ id, at, author, text }) => (
            <li key={id}>
              <p dir="auto">{text}</p>
              <p className="secondary-text">
                {author || 'A deleted account'}, <time dateTime={at}>{formatDateTime(at)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
      <form {...form} className="account-form">
        <FormErrors formErrors={formErrors} idOf={idOf} />
        <TextArea {...field('text')} label="New note" maxLength={2000} required dir="auto" />
        <Button type="submit" variant="quiet" busy={isBusy}>
          {isBusy ? 'Adding…' : 'Add note'}
        </Button>
      </form>
    </section>
  )
}
