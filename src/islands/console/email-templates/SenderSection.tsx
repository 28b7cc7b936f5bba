import * as z from 'zod/mini'
import { showToast } from '#browser/platform/toast-event.ts'
import { putSender, senderView, type SenderView } from '#contracts/console/email-templates.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { saveSender, sender } from '#stores/console/email-templates/email-templates.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { FormActions } from '#ui/FormActions.tsx'
import { EmailField } from '#ui/form/EmailField.tsx'
import { Field } from '#ui/form/Field.tsx'
import type { VersionFields } from '#islands/console/editing/differences.ts'
import { FormConflict } from '#islands/console/editing/FormConflict.tsx'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

export function SenderSection() {
  const { data, error } = useStore(sender.$store, LOADING)
  return (
    <section className="account-section" aria-labelledby="sender">
      <h2 id="sender">Sender</h2>
      {error && <LoadFailed what="The sender" why={error} onRetry={() => void sender.load()} />}
      {!data && !error && <Skeleton size="card" />}
      {data && <SenderForm key={data.version} saved={data} />}
    </section>
  )
}

const schema = z.pick(putSender.body, { name: true, replyTo: true })

function SenderForm({ saved }: { saved: SenderView }) {
  const conflict = useConflict(senderView, saved)
  const { isBusy, formErrors, idOf, field, form } = useEditForm(conflict, {
    schema,
    send: (fields, version) => saveSender({ ...fields, version }),
    mineOf: (fields) => ({ ...saved, ...fields }),
    onDone: () => showToast({ type: 'success', title: 'Saved', message: '' }),
  })
  return (
    <form className="form sender-form" {...form}>
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <FormConflict conflict={conflict} wordsOf={senderFields} onTaken={sender.adopt} />
      <Field
        {...field('name')}
        label="Name (optional)"
        hint={`Shown beside ${saved.address}. Default: ${saved.siteName}.`}
        defaultValue={saved.name}
        maxLength={80}
        autoComplete="organization"
        dir="auto"
      />
      <EmailField
        {...field('replyTo')}
        label="Reply-to address (optional)"
        hint="Replies from customers go to this address. Leave empty to receive none."
        defaultValue={saved.replyTo}
        autoComplete="email"
      />
      <FormActions isBusy={isBusy} label="Save sender" busyLabel="Saving…" />
    </form>
  )
}

const senderFields = ({ name, replyTo }: SenderView): VersionFields => [
  ['Name', name],
  ['Reply-to address', replyTo],
]
