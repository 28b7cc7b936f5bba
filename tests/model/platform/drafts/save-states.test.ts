import { expect, test } from 'vitest'
import { canSaveStateBecome, SAVE_TRANSITIONS, type SaveState } from '#model/platform/drafts/save-states.ts'

const STATES: readonly SaveState[] = [
  'saved',
  'waiting',
  'saving',
  'refused',
  'offline',
  'stopped',
  'conflict',
]

test.each([
  ['saved', 'saving', false],
  ['waiting', 'saving', true],
  // Later input is saved after the running request.
  ['saving', 'waiting', true],
  // Retried automatically, and by the next input.
  ['offline', 'saving', true],
  ['stopped', 'waiting', true],
  ['refused', 'waiting', true],
  // Only the user's choice ends a conflict.
  ['conflict', 'saving', false],
  ['conflict', 'refused', false],
  ['conflict', 'waiting', true],
  ['conflict', 'saved', true],
] as const)('%s → %s: %s', (from, to, may) => {
  expect(canSaveStateBecome(from, to)).toBe(may)
})

test('every state can end in “saved”, and a conflict can appear in any', () => {
  expect(Object.keys(SAVE_TRANSITIONS)).toEqual(STATES)
  expect(STATES.filter((state) => !canSaveStateBecome(state, 'saved'))).toEqual(['saved'])
  expect(STATES.filter((state) => !canSaveStateBecome(state, 'conflict'))).toEqual(['conflict'])
})
