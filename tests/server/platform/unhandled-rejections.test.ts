import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const MODULE = new URL('../../../src/server/platform/unhandled-rejections.ts', import.meta.url).href

const run = (first: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { exitOnUnhandledRejection } from '${MODULE}'
      ${first}
      process.on('unhandledRejection', () => {})
      setImmediate(() => setImmediate(() => console.log('goes on')))
      Promise.reject(new Error('stray'))`,
    ],
    { encoding: 'utf8' },
  )

test('an unhandled rejection ends the process, whatever other listeners exist', () => {
  expect(run('').stdout).toBe('goes on\n')
  const ended = run('exitOnUnhandledRejection()')
  expect([ended.status, ended.stdout]).toEqual([1, ''])
  expect(ended.stderr).toContain('Error: stray')
})
