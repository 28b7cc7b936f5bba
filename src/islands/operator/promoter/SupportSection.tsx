import { goTo } from '#browser/platform/navigate.ts'
import { startSupport, type ManagedPromoter } from '#contracts/operator/promoters.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { startActingForPromoter } from '#stores/operator/managed-promoter.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'

export function SupportSection({ promoter }: { promoter: ManagedPromoter }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: startSupport.body,
    send: ({ reason }) => startActingForPromoter(promoter.id, reason),
    onDone: () => goTo(consoleUrls.overview()),
  })
  return (
    <section className="section" aria-labelledby="promoter-support">
      <h2 id="promoter-support">Act for this promoter</h2>
      <p className="secondary-text">
        You work in its console like an owner, for one hour. Payouts, API keys, webhooks, the team and
        deletions are excluded. The owners are emailed, and its audit log shows your name and the reason.
      </p>
      <form {...form} className="account-form">
        <FormErrors formErrors={formErrors} idOf={idOf} />
        <Field {...field('reason')} label="Reason" maxLength={500} required dir="auto" />
        <Button type="submit" variant="quiet" busy={isBusy}>
          {isBusy ? 'Starting…' : 'Start acting'}
        </Button>
      </form>
    </section>
  )
}
