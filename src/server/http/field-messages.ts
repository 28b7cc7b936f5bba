import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** Messages of fields without a message in their schema. Zod's default messages name its own types. */
export function fieldMessage(issue: Issue): string {
  const { code, message } = issue
  if (!DEFAULT_MESSAGE.test(message)) return message
  if (code === 'invalid_value') return `Use one of: ${issue.values.map(String).join(', ')}.`
  if (code !== 'invalid_type') return 'This value isn’t valid.'
  if (message.endsWith('received undefined')) return 'This field is required.'
  return TYPES[issue.expected] ?? 'This value isn’t valid.'
}

const DEFAULT_MESSAGE = /^Invalid (input|option)/

const TYPES: Partial<Record<string, string>> = {
  array: 'Send a list.',
  boolean: 'Send true or false.',
  int: 'Send a whole number.',
  number: 'Send a number.',
  object: 'Send an object.',
  string: 'Send a string.',
}
