import { useState } from 'react'
import * as z from 'zod/mini'
import { showToast } from '#browser/toast-event.ts'
import { putSender, type SenderView } from '#contracts/console/letters.ts'
import { FormComplaints } from '#islands/account/FormComplaints.tsx'
import { LoadFailed } from '#islands/account/LoadFailed.tsx'
import { useForm } from '#islands/account/use-form.ts'
import { useStore } from '#islands/use-store.ts'
import { $sender, loadSender, saveSender, senderConflict } from '#stores/console/letters.ts'
import { LOADING } from '#stores/loaded.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { BothVersions } from '../BothVersions.tsx'

/** Whom e-mails are from, and where answers go. */
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

type Words = Pick<SenderView, 'name' | 'replyTo'>

function SenderForm({ sender }: { sender: SenderView }) {
  const [both, setBoth] = useState<{ mine: Words; theirs: SenderView }>()
  const send = async (words: Words, version: number) => {
    const answer = await saveSender({ ...words, version })
    const theirs = answer.success ? undefined : senderConflict(answer.error.details)
    setBoth(theirs && { mine: words, theirs })
    if (answer.success) showToast({ type: 'success', title: 'Saved', message: '' })
    return answer
  }
  const { isBusy, complaints, idOf, field, form } = useForm({
    schema,
    send: (words) => send(words, sender.version),
    onRefusal: (code) => code === 'EDIT_CONFLICT',
  })
  const settle = (choice: 'mine' | 'theirs'): void => {
    if (!both) return
    if (choice === 'mine') void send(both.mine, both.theirs.version)
    else $sender.set({ data: both.theirs })
  }
  return (
    <form className="form sender-form" {...form}>
      <FormComplaints complaints={complaints} idOf={idOf} />
      {both && <BothVersions differences={differencesOf(both.mine, both.theirs)} onChoose={settle} />}
      <Field
        {...field('name')}
        label="Name"
        hint={`What stands beside ${sender.address}. Empty: ${sender.siteName}.`}
        defaultValue={sender.name}
        maxLength={80}
        autoComplete="organization"
        dir="auto"
      />
      <Field
        {...field('replyTo')}
        type="email"
        label="Answers go to"
        hint="The address that reads what customers write back. Empty: nobody’s."
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

const differencesOf = (mine: Words, theirs: Words) =>
  [
    { field: 'Name', mine: mine.name, theirs: theirs.name },
    { field: 'Answers go to', mine: mine.replyTo, theirs: theirs.replyTo },
  ].filter((each) => each.mine !== each.theirs)
