import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { TEMPLATE } from '#tests/support/postgres.ts'
import { generateTables, TABLES_FILE } from '../../scripts/generate-tables.ts'

test('tables.ts matches the migrations; `npm run db:types` generates it', () => {
  const generated = generateTables({ ...inject('postgres'), database: TEMPLATE })
  expect(readFileSync(TABLES_FILE, 'utf8')).toBe(generated)
})
