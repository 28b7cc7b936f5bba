import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { typedForm } from '#islands/platform/typed-form.ts'

const wire = z.object({ name: z.string().check(z.minLength(1, 'Enter a name.')), price: z.number() })
const form = typedForm(({ text, count }) => ({ name: text('name'), price: count('price') }), wire)
const problemFieldsOf = (values: Record<string, string>): string[] => [
  ...new Set(z.safeParse(form, values).error?.issues.map(({ path }) => path.join('.'))),
]

test('errors are listed in the order of the fields, from client and server', () => {
  expect(problemFieldsOf({ name: '', price: 'many' })).toEqual(['name', 'price'])
  expect(problemFieldsOf({ price: 'many', name: '' })).toEqual(['price', 'name'])
})

test('a field outside of the form comes last', () => {
  expect(problemFieldsOf({ price: 'many' })).toEqual(['price', 'name'])
})
