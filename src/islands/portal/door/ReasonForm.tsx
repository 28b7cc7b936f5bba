import { useId, useState } from 'react'
import { Field } from '#ui/form/Field.tsx'

const QUESTIONS = {
  undo: {
    title: 'Why undo?',
    reasons: ['Scanned by mistake', 'Didn’t go in', 'Wrong person'],
    action: 'Undo',
  },
  override: {
    title: 'Why admit anyway?',
    reasons: ['ID checked', 'Supervisor agreed', 'Scanned by mistake before'],
    action: 'Admit',
  },
  void: {
    title: 'Why void this sale?',
    reasons: ['Wrong ticket', 'Changed their mind', 'Not paid'],
    action: 'Void',
  },
} as const

interface Props {
  kind: keyof typeof QUESTIONS
  onGive: (reason: string) => void
  onCancel: () => void
}

/** Asks for a reason. Common reasons need only one tap. */
export function ReasonForm({ kind, onGive, onCancel }: Props) {
  const { title, reasons, action } = QUESTIONS[kind]
  const id = useId()
  const [own, setOwn] = useState('')
  return (
    <form
      className="door-reasons"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        if (own.trim()) onGive(own.trim())
      }}
    >
      <h2>{title}</h2>
      <div className="door-actions">
        {reasons.map((reason) => (
          <button key={reason} type="button" className="door-button" onClick={() => onGive(reason)}>
            {reason}
          </button>
        ))}
      </div>
      <Field
        id={id}
        label="Another reason"
        value={own}
        onChange={({ target }) => setOwn(target.value)}
        maxLength={200}
        required
        autoComplete="off"
      />
      <div className="door-actions">
        <button type="submit" className="door-button is-strong">
          {action}
        </button>
        <button type="button" className="door-button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
