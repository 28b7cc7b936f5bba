/**
 * States of a form that saves automatically. `offline` is retried automatically, `stopped` isn't. `conflict` waits
 * for the user's choice.
 */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'refused' | 'offline' | 'stopped' | 'conflict'

export const SAVE_TRANSITIONS: Readonly<Record<SaveState, readonly SaveState[]>> = {
  saved: ['waiting', 'conflict'],
  waiting: ['saving', 'refused', 'saved', 'conflict'],
  saving: ['saved', 'waiting', 'refused', 'offline', 'stopped', 'conflict'],
  refused: ['waiting', 'saving', 'saved', 'conflict'],
  offline: ['waiting', 'saving', 'refused', 'saved', 'conflict'],
  stopped: ['waiting', 'saving', 'refused', 'saved', 'conflict'],
  conflict: ['waiting', 'saved'],
}

export const canSaveStateBecome = (from: SaveState, to: SaveState): boolean =>
  SAVE_TRANSITIONS[from].includes(to)
