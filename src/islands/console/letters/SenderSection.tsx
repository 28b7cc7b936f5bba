import * as z from 'zod/mini'
import { showToast } from '#browser/toast-event.ts'
import { putSender, senderView, type SenderView } from '#contracts/console/letters.ts'
import { FormComplaints } from '#islands/account/FormComplaints.tsx'
import { LoadFailed } from '#islands/account/LoadFailed.tsx'
import { useForm } from '#islands/account/use-form.ts'
import { useStore } from '#islands/use-store.ts'
import { $sender, loadSender, saveSender } from '#stores/console/letters.ts'
import { LOADING } from '#stores/loaded.ts'
import { Button } from '#ui/Button.tsx'
import { EmailField } from '#ui/EmailField.tsx'
import { Field } from '#ui/Field.tsx'
import type { VersionFields } from '../differences.ts'
import { FormConflict } from '../FormConflict.tsx'
import { useConflict } from '../use-conflict.ts'

/** Sender name and reply address of mails. */
export function SenderSection() {
  const { data, failure } = useStore($sender, LOADING)
  return (
    <section className="account-section" aria-labelledby="sender">
      <h2 id="sender">Sender</h2>
      {failure && <LoadFailed what="The sender" why={failure} onRetry={() => void loadSender()} />}
      {!data && !failure && <div className="skeleton account-skeleton" />}
      {data && <SenderForm key={data.version} sender={data} />}
    </section>
  )
}

const schema = z.pick(putSender.body, { name: true, replyTo: true })

function SenderForm({ sender }: { sender: SenderView }) {
  const conflict = useConflict(senderView, sender)
  const { isBusy, complaints, idOf, field, form } = useForm({
    schema,
    send: async (words) =>
      conflict.watch(await saveSender({ ...words, version: conflict.version() }), { ...sender, ...words }),
    onDone: () => showToast({ type: 'success', title: 'Saved', message: '' }),
    onRefusal: (code) => code === 'EDIT_CONFLICT',
  })
  return (
    <form className="form sender-form" {...form}>
      <FormComplaints complaints={complaints} idOf={idOf} />
      <FormConflict
        conflict={conflict}
        wordsOf={senderWords}
        onTaken={(theirs) => $sender.set({ data: theirs })}
      />
      <Field
        {...field('name')}
        label="Name (optional)"
        hint={`Shown beside ${sender.address}. Default: ${sender.siteName}.`}
        defaultValue={sender.name}
        maxLength={80}
        autoComplete="organization"
        dir="auto"
      />
      <EmailField
        {...field('replyTo')}
        label="Reply-to address (optional)"
        hint="Replies from customers go to this address. Leave empty to receive none."
        defaultValue={sender.replyTo}
        autoComplete="email"
      />
      <div className="form-actions">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving…' : 'Save sender'}
        </Button>
      </div>
    </form>
  )
}

const senderWords = ({ name, replyTo }: SenderView): VersionFields => [
  ['Name', name],
  ['Reply-to address', replyTo],
]
