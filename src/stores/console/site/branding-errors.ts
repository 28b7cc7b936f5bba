import * as z from 'zod/mini'
import type { Result } from '#model/platform/result.ts'

export type FieldErrors = Readonly<Record<string, string>>

const refused = z.array(z.object({ path: z.string(), message: z.string() }))

export function messagesByField(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): FieldErrors {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[path.map(String).join('.')] ??= message
  return errors
}

export function refusedFields(answer: Result<unknown>): FieldErrors | undefined {
  const found = answer.success ? undefined : refused.safeParse(answer.error.details)
  if (!found?.success || found.data.length === 0) return undefined
  return messagesByField(
    found.data.map(({ path, message }) => ({ path: [path.replace(/^settings\./, '')], message })),
  )
}
