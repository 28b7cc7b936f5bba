import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTINGS } from '#server/platform/settings.ts'

const compose = readFileSync(new URL('../../deploy/compose.yaml', import.meta.url), 'utf8')

function namesForNodes(): string[] {
  const [, block = ''] = /\n {2}environment:\n((?: {4}.*\n)+)/.exec(compose) ?? []
  return [...block.matchAll(/^ {4}([A-Z][A-Z\d_]*):/gm)].flatMap(([, name]) => name ?? [])
}

test('every setting reaches the containers, except the data folder of the embedded database', () => {
  const needed = Object.keys(SETTINGS).filter((name) => name !== 'FOYER_DATA_DIR')
  expect(namesForNodes().toSorted()).toEqual(needed.toSorted())
})
