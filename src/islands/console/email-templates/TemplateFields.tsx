import { useRef, type FocusEvent } from 'react'
import type { TemplatePlaceholder, EmailTemplateView } from '#contracts/console/email-templates.ts'
import { useStore } from '#islands/platform/use-store.ts'
import {
  $templateText,
  $templateErrors,
  editTemplate,
} from '#stores/console/email-templates/email-template.ts'
import { Field } from '#ui/form/Field.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { templateFieldId } from './template-field-id.ts'

const NO_ERRORS = {}
const messageOf = (errors: readonly string[] | undefined): string | undefined =>
  errors?.join(' ') || undefined

type Control = HTMLInputElement | HTMLTextAreaElement

export function TemplateFields({ template }: { template: EmailTemplateView }) {
  const words = useStore($templateText, undefined)
  const errors = useStore($templateErrors, NO_ERRORS)
  // The field that last had focus. Placeholders are inserted into it.
  const last = useRef<Control | null>(null)
  const remember = (event: FocusEvent<Control>): void => {
    last.current = event.currentTarget
  }
  if (!words) return null
  const insert = (placeholder: TemplatePlaceholder): void => {
    const body = document.getElementById(templateFieldId('body'))
    const target = placeholder.isBlock || !last.current ? body : last.current
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      insertInto(target, placeholder)
  }
  return (
    <>
      <Field
        id={templateFieldId('subject')}
        label="Subject"
        value={words.subject}
        error={messageOf(errors.subject)}
        onChange={(event) => editTemplate({ subject: event.target.value })}
        onFocus={remember}
        maxLength={200}
        autoComplete="off"
        dir="auto"
      />
      <TextArea
        id={templateFieldId('body')}
        className="input email-body"
        label="Text"
        hint="Markdown: # heading, **bold**, - list, [link](https://…)."
        value={words.body}
        error={messageOf(errors.body)}
        onChange={(event) => editTemplate({ body: event.target.value })}
        onFocus={remember}
        maxLength={20_000}
        rows={18}
        dir="auto"
      />
      <Placeholders template={template} onInsert={insert} />
    </>
  )
}

/** Inserts a placeholder like typed text, so that undo works and React notices the change. */
function insertInto(target: Control, { name, isBlock }: TemplatePlaceholder): void {
  const { selectionStart, selectionEnd, value } = target
  const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length]
  const isAlone = start === 0 || value.slice(0, start).endsWith('\n\n')
  const text = isBlock ? `${isAlone ? '' : '\n\n'}{{${name}}}\n\n` : `{{${name}}}`
  target.focus()
  target.setRangeText(text, start, end, 'end')
  target.dispatchEvent(new Event('input', { bubbles: true }))
  editTemplate({ [target instanceof HTMLInputElement ? 'subject' : 'body']: target.value })
}

function Placeholders({
  template,
  onInsert,
}: {
  template: EmailTemplateView
  onInsert: (placeholder: TemplatePlaceholder) => void
}) {
  return (
    <section className="placeholders" aria-labelledby="placeholders">
      <h2 id="placeholders">Insert</h2>
      <ul>
        {template.placeholders.map((each) => (
          <li key={each.name}>
            <button type="button" className="button button-quiet" onClick={() => onInsert(each)}>
              <code>{`{{${each.name}}}`}</code>
            </button>
            <span className="field-hint">
              {each.means}
              {each.isBlock ? ', in a paragraph of its own' : ''}
              {each.isRequired ? '. Required.' : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
