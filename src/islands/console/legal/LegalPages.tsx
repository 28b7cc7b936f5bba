import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { confirmBeforeLeaving } from '#browser/console/confirm-before-leaving.ts'
import { showToast } from '#browser/platform/toast-event.ts'
import { legalText, putLegalText, type LegalText } from '#contracts/console/legal.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import type { Result } from '#model/platform/result.ts'
import type { LegalKind } from '#model/sites/legal.ts'
import { Button } from '#ui/Button.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import type { VersionFields } from '#islands/console/editing/differences.ts'
import { FormConflict } from '#islands/console/editing/FormConflict.tsx'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'

interface Actions {
  save: (text: Pick<LegalText, 'kind' | 'text' | 'version'>) => Promise<Result<{ text: LegalText }>>
  /** Replaces the text with the version that someone else has saved. */
  take: (text: LegalText) => void
}

export function LegalPages({ texts, save, take }: { texts: readonly LegalText[] } & Actions) {
  return (
    <>
      <p className="field-hint">
        The footer of your site links to the pages you write. All versions are kept.
      </p>
      {texts.map((text) => (
        <LegalSection key={text.kind} text={text} save={save} take={take} />
      ))}
    </>
  )
}

const HINTS: Readonly<Record<LegalKind, string>> = {
  terms: 'What buyers agree to, for example who sells the tickets and who is admitted.',
  refunds: 'When tickets can be returned, and how buyers are refunded.',
  privacy: 'Which data about buyers you store, why and for how long, and whom they can contact about it.',
  imprint: 'Who runs this site: name, address, register and tax numbers. Required in several countries.',
  contact: 'How buyers reach you before and after the event.',
}

function LegalSection({ text, save, take }: { text: LegalText } & Actions) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="account-section" aria-labelledby={`legal-${text.kind}`}>
      <div className="legal-head">
        <h2 id={`legal-${text.kind}`}>{text.name}</h2>
        <span className="badge" data-tone={text.url ? 'success' : undefined}>
          {text.url ? `Version ${text.version}` : 'Not written'}
        </span>
      </div>
      <p className="field-hint">
        {HINTS[text.kind]} {text.updatedAt && `Last changed ${formatDate(text.updatedAt)}.`}
      </p>
      {isOpen ? (
        <LegalForm key={text.version} text={text} save={save} take={take} onClose={() => setOpen(false)} />
      ) : (
        <div className="form-actions">
          <Button
            variant="quiet"
            aria-label={`${text.url ? 'Edit' : 'Write'}: ${text.name}`}
            onClick={() => setOpen(true)}
          >
            {text.url ? 'Edit' : 'Write'}
          </Button>
          {text.url && (
            <a className="button button-quiet" href={text.url} aria-label={`View page: ${text.name}`}>
              View page{' '}
            </a>
          )}
        </div>
      )}
    </section>
  )
}

const schema = z.pick(putLegalText.body, { text: true })

function LegalForm({ text, save, take, onClose }: { text: LegalText; onClose: () => void } & Actions) {
  const conflict = useConflict(legalText, text)
  const [isWritten, setWritten] = useState(false)
  useEffect(() => (isWritten ? confirmBeforeLeaving() : undefined), [isWritten])
  const { isBusy, formErrors, idOf, field, form } = useEditForm(conflict, {
    schema,
    send: (fields, version) => save({ ...text, ...fields, version }),
    mineOf: (fields) => ({ ...text, ...fields }),
    onDone: (saved) => {
      showToast({
        type: 'success',
        title: saved.text.url ? 'Page published' : 'Page removed',
        message: '',
      })
      onClose()
    },
  })
  return (
    <form className="form legal-form" {...form}>
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <FormConflict conflict={conflict} wordsOf={textFields} onTaken={take} />
      <TextArea
        {...field('text')}
        className="input email-body"
        label={`${text.name}, as text`}
        hint="Markdown: # heading, **bold**, - list, [link](https://…). Leave empty to remove the page."
        defaultValue={text.text}
        maxLength={20_000}
        rows={16}
        dir="auto"
        onChange={() => setWritten(true)}
      />
      <FormActions isBusy={isBusy} label="Save" busyLabel="Saving…" onCancel={onClose} />
    </form>
  )
}

const textFields = ({ text }: LegalText): VersionFields => [['Text', text]]
