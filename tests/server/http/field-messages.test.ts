import { expect, test } from 'vitest'
import * as z from 'zod'
import { refuseInput } from '#server/http/parse-request.ts'

const schema = z.object({
  amount: z.number(),
  count: z.int(),
  isActive: z.boolean(),
  kind: z.enum(['logo', 'favicon']),
  tags: z.array(z.string()),
  at: z.union([z.null(), z.number()]),
  name: z.string({ error: 'Enter a name.' }),
})
const messagesOf = (given: unknown): unknown => {
  const { error } = schema.safeParse(given)
  const refused = refuseInput({ issues: error?.issues ?? [] })
  const details = refused.error.details as { path: string; message: string }[]
  return Object.fromEntries(details.map(({ path, message }) => [path, message]))
}

test('a wrong field gets a message in plain words, also when its schema has none', () => {
  const given = { amount: '5', count: 1.5, isActive: 'yes', kind: 'banner', tags: 'a', at: 'x' }
  expect(messagesOf(given)).toEqual({
    amount: 'Send a number.',
    count: 'Send a whole number.',
    isActive: 'Send true or false.',
    kind: 'Use one of: logo, favicon.',
    tags: 'Send a list.',
    at: 'This value isn’t valid.',
    name: 'Enter a name.',
  })
  expect(messagesOf({})).toMatchObject({ amount: 'This field is required.', name: 'Enter a name.' })
})
