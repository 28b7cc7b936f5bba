import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { typedForm } from '#islands/typed-form.ts'

const wire = z.object({ name: z.string().check(z.minLength(1, 'Enter a name.')), price: z.number() })
const form = typedForm(({ text, count }) => ({ name: text('name'), price: count('price') }), wire)
const complaintsAbout = (values: Record<string, string>): string[] => [
  ...new Set(z.safeParse(form, values).error?.issues.map(({ path }) => path.join('.'))),
]

test('what is wrong is told in the order of the fields, whoever found it', () => {
  expect(complaintsAbout({ name: '', price: 'many' })).toEqual(['name', 'price'])
  expect(complaintsAbout({ price: 'many', name: '' })).toEqual(['price', 'name'])
})

test('a field that is not on the screen comes last', () => {
  expect(complaintsAbout({ price: 'many' })).toEqual(['price', 'name'])
})
