import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import { newUuid } from '#browser/platform/uuid.ts'
import { RemovedLinks } from '#islands/console/RemovedLinks.tsx'
import { previewMessage, sendMessage, type Audience } from '#contracts/console/orders/messages.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { formatCount } from '#ui/format/format-numbers.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import * as z from 'zod/mini'
import { Button } from '#ui/Button.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'

const { subject, body } = previewMessage.body.shape
const words = z.object({ subject, body })

type Words = z.infer<typeof words>
type Preview = DataOf<typeof previewMessage>

interface Props {
  audience: Audience
  onClose: () => void
}

/** Dialog to email all attendees in the filtered list. Shows a preview, and the number of recipients for confirmation. */
export function MessageDialog({ audience, onClose }: Props) {
  const [written, write] = useState<Words>({ subject: '', body: '' })
  const [preview, setPreview] = useState<Preview>()
  const people = audience.to === 'buyers' ? 'buyers' : 'attendees'
  return (
    <TitledDialog
      isOpen
      onClose={onClose}
      className="dialog dialog-wide"
      isGuarded={written.body !== '' || undefined}
      title={`Email ${people}`}
    >
      {preview ? (
        <Sending
          message={{ ...written, audience }}
          preview={preview}
          onBack={() => setPreview(undefined)}
          onDone={onClose}
        />
      ) : (
        <Writing
          written={written}
          audience={audience}
          onWritten={(message, seen) => {
            write(message)
            setPreview(seen)
          }}
        />
      )}
    </TitledDialog>
  )
}

function Writing(props: {
  written: Words
  audience: Audience
  onWritten: (message: Words, preview: Preview) => void
}) {
  const { written, audience, onWritten } = props
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: words,
    send: async (message: Words) => {
      const answer = await callPromoter(previewMessage, { body: { ...message, audience } })
      if (answer.success) onWritten(message, answer.data)
      return answer
    },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <p className="secondary-text">
        Sent to all {audience.to === 'buyers' ? 'buyers' : 'attendees'} in the filtered list, once per
        address. For news about the event, not for advertising.
      </p>
      <Field
        {...field('subject')}
        label="Subject"
        defaultValue={written.subject}
        autoComplete="off"
        required
      />
      <TextArea
        {...field('body')}
        label="Message"
        hint="Markdown: **bold**, *italic*, [a link](https://example.com), - a list."
        rows={10}
        defaultValue={written.body}
        required
      />
      <FormActions isBusy={isBusy} label="Preview" busyLabel="Loading preview…" />
    </form>
  )
}

function Sending(props: {
  message: Words & { audience: Audience }
  preview: Preview
  onBack: () => void
  onDone: () => void
}) {
  const { message, preview, onBack, onDone } = props
  const [key] = useState(newUuid)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { recipients, unsubscribed } = preview
  const people = formatCount(recipients, 'person', 'people')
  const send = async (): Promise<void> => {
    setBusy(true)
    const headers = { 'Idempotency-Key': key }
    const answer = await callPromoter(sendMessage, { body: { ...message, recipients } }, { headers })
    setBusy(false)
    if (!answer.success) return setFailure(answer.error.message)
    showToast({
      type: 'success',
      title: `Sending to ${people}`,
      message: 'Large lists take a few minutes.',
    })
    onDone()
  }
  return (
    <>
      {failure && <Notice tone="danger" title={failure} urgent />}
      <p>
        {recipients === 0 ? 'No recipients match these filters.' : `${people} will get this email.`}
        {unsubscribed > 0 &&
          ` ${formatCount(unsubscribed, 'person', 'people')} in the list unsubscribed from your messages.`}
      </p>
      <RemovedLinks hosts={preview.removedLinks} />
      <article className="message-preview" aria-label="Email preview">
        <p className="secondary-text" dir="auto">
          From {preview.from}
        </p>
        <h3 dir="auto">{preview.subject}</h3>
        {/* The server renders the Markdown: HTML is escaped and no resources are loaded. */}
        <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: preview.html }} />
        <p className="secondary-text">{preview.reason}</p>
      </article>
      <div className="form-actions">
        {recipients > 0 && (
          <Button busy={isBusy} onClick={() => void send()}>
            {isBusy ? 'Sending…' : `Send to ${people}`}
          </Button>
        )}
        <Button variant="quiet" onClick={onBack}>
          Edit
        </Button>
      </div>
    </>
  )
}
