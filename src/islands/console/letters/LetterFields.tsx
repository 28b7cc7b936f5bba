import { useRef, type FocusEvent } from 'react'
import type { LetterPlaceholder, LetterView } from '#contracts/console/letters.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { $words, $wordsErrors, editTemplate } from '#stores/console/letters/letter.ts'
import { Field } from '#ui/Field.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { letterFieldId } from './letter-field-id.ts'

const NO_ERRORS = {}
const said = (errors: readonly string[] | undefined): string | undefined => errors?.join(' ') || undefined

type Control = HTMLInputElement | HTMLTextAreaElement

/** Subject, text and the available placeholders. */
export function LetterFields({ letter }: { letter: LetterView }) {
  const words = useStore($words, undefined)
  const errors = useStore($wordsErrors, NO_ERRORS)
  // The last focused field, where placeholders are inserted.
  const last = useRef<Control | null>(null)
  const remember = (event: FocusEvent<Control>): void => {
    last.current = event.currentTarget
  }
  if (!words) return null
  const insert = (placeholder: LetterPlaceholder): void => {
    const body = document.getElementById(letterFieldId('body'))
    const target = placeholder.isBlock || !last.current ? body : last.current
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      insertInto(target, placeholder)
  }
  return (
    <>
      <Field
        id={letterFieldId('subject')}
        label="Subject"
        value={words.subject}
        error={said(errors.subject)}
        onChange={(event) => editTemplate({ subject: event.target.value })}
        onFocus={remember}
        maxLength={200}
        autoComplete="off"
        dir="auto"
      />
      <TextArea
        id={letterFieldId('body')}
        className="input letter-body"
        label="Text"
        hint="Markdown: # heading, **bold**, - list, [link](https://…)."
        value={words.body}
        error={said(errors.body)}
        onChange={(event) => editTemplate({ body: event.target.value })}
        onFocus={remember}
        maxLength={20_000}
        rows={18}
        dir="auto"
      />
      <Placeholders letter={letter} onInsert={insert} />
    </>
  )
}

/** Inserts a placeholder as typed input, so that undo works and React is notified. */
function insertInto(target: Control, { name, isBlock }: LetterPlaceholder): void {
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
  letter,
  onInsert,
}: {
  letter: LetterView
  onInsert: (placeholder: LetterPlaceholder) => void
}) {
  return (
    <section className="placeholders" aria-labelledby="placeholders">
      <h2 id="placeholders">Insert</h2>
      <ul>
        {letter.placeholders.map((each) => (
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
