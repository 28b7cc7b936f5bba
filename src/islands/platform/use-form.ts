import { useCallback, useId, useRef, useState, type InputEvent, type SubmitEvent } from 'react'
import * as z from 'zod/mini'
import type { Result } from '#model/platform/result.ts'
import './translated-text.ts'

/** Validation errors of a form. `attempt` counts submits; the summary receives focus with each one. */
export interface FormErrorState {
  attempt: number
  errors: Readonly<Record<string, string>>
  /** Error message that isn't about a field. */
  message?: string | undefined
}

export interface FormOptions<Values, Data> {
  /** Schema of the form. The server uses it, too. */
  schema: z.ZodMiniType<Values>
  send: (values: Values) => Promise<Result<Data>>
  onDone?: (data: Data, form: HTMLFormElement) => void
  /** Names of fields by error code. For example, PASSWORD_WRONG is shown at `currentPassword`. */
  fieldOf?: Readonly<Record<string, string>>
  /** Returns true if the caller has handled the error. */
  onRefusal?: (code: string) => boolean
}

const fieldErrors = z.array(z.object({ path: z.string(), message: z.string() }))

/**
 * A form with uncontrolled fields, which browsers and password managers can fill. Validates with the server's schema, prevents submits
 * while one is running, and shows the server's errors at their fields.
 */
export function useForm<Values, Data>(options: FormOptions<Values, Data>) {
  const prefix = useId()
  const [formErrors, setFormErrors] = useState<FormErrorState>({ attempt: 0, errors: {} })
  const [isBusy, setBusy] = useState(false)
  // A ref, because state is updated too late for a second press of Enter.
  const isSending = useRef(false)
  const say = useCallback(
    (found: Omit<FormErrorState, 'attempt'>) =>
      setFormErrors(({ attempt }) => ({ ...found, attempt: attempt + 1 })),
    [],
  )
  /** Clears a field's error when its value changes. */
  const forget = (name: string): void =>
    setFormErrors(({ errors, attempt }) => ({
      attempt,
      errors: Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name)),
    }))
  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (isSending.current) return
    const parsed = z.safeParse(options.schema, Object.fromEntries(new FormData(form)))
    if (!parsed.success) return say({ errors: byField(parsed.error.issues) })
    isSending.current = true
    setBusy(true)
    const answer = await options.send(parsed.data)
    isSending.current = false
    setBusy(false)
    if (answer.success) {
      setFormErrors({ attempt: 0, errors: {} })
      return options.onDone?.(answer.data, form)
    }
    if (options.onRefusal?.(answer.error.code)) setFormErrors({ attempt: 0, errors: {} })
    else say(explain(answer.error, options.fieldOf))
  }
  return {
    isBusy,
    formErrors,
    idOf: (name: string) => `${prefix}-${name}`,
    field: (name: string) => ({ id: `${prefix}-${name}`, name, error: formErrors.errors[name] }),
    form: {
      method: 'post',
      noValidate: true,
      'aria-busy': isBusy,
      onInput: ({ target }: InputEvent<HTMLFormElement>) => {
        if (target instanceof HTMLInputElement) forget(target.name)
      },
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit(event.currentTarget)
      },
    } as const,
  }
}

function byField(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[path.join('.')] ??= message
  return errors
}

function explain(
  { code, message, details }: { code: string; message: string; details?: unknown },
  fieldOf: Readonly<Record<string, string>> = {},
): Omit<FormErrorState, 'attempt'> {
  const field = fieldOf[code]
  if (field) return { errors: { [field]: message } }
  const fields = z.safeParse(fieldErrors, details)
  if (code !== 'VALIDATION_ERROR' || !fields.success || fields.data.length === 0)
    return { errors: {}, message }
  return { errors: Object.fromEntries(fields.data.map((each) => [each.path, each.message])) }
}
