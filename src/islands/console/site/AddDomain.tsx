import { createDomain } from '#contracts/console/domains.ts'
import { addDomain } from '#stores/console/site/site-domains.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'

/** Form to add a domain. The field keeps its text until this has succeeded. */
export function AddDomain({ onAdded }: { onAdded: (id: string) => void }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: createDomain.body,
    send: ({ domain }) => addDomain(domain),
    onDone: ({ domain }, sent) => {
      sent.reset()
      onAdded(domain.id)
    },
    fieldOf: { DOMAIN_REFUSED: 'domain', DOMAIN_TAKEN: 'domain' },
  })
  return (
    <form {...form} className="add-domain">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field
        {...field('domain')}
        label="Add a domain"
        hint="A name that you own, like tickets.example.com."
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={253}
        required
      />
      <Button type="submit" variant="quiet" busy={isBusy}>
        {isBusy ? 'Adding…' : 'Add domain'}
      </Button>
    </form>
  )
}
