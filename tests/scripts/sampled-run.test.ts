import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const unit = (status: string, fullName: string): object => ({ status, fullName, failureMessages: ['no'] })
const journey = (title: string, ok: boolean): object => ({
  title,
  ok,
  tests: [{ results: [{ errors: [{ message: 'too late' }] }] }],
})

let programs = ''
beforeEach(() => {
  programs = mkdtempSync(join(tmpdir(), 'foyer-programs-'))
  put('npm', 'exit 0')
  put('node', 'exit 0')
})
afterEach(() => rmSync(programs, { recursive: true }))

it('counts what ran, what failed and what the sample left out', async () => {
  putRunners({ failed: true })
  const { code, lines } = await run('sample')
  expect(lines.slice(-2)).toEqual([
    'This was a sample: 3 tests run only by `npm run test:full` (CONTRIBUTING.md says when).',
    '5 passed, 2 failed',
  ])
  expect(lines).toContain('✗ tests/a.test.ts › broken')
  expect(lines).toContain('✗ e2e/buy.spec.ts › late')
  expect(code).toBe(1)
})

it('says nothing about a sample after a full run', async () => {
  putRunners({ failed: false })
  const { code, lines } = await run('full')
  expect(lines.at(-1)).toBe('5 passed, 0 failed')
  expect(lines.join('\n')).not.toContain('sample')
  expect(code).toBe(0)
})

it('keeps the results of the end-to-end tests when the left out ones can’t be listed', async () => {
  putRunners({ failed: true, lists: false })
  const { lines } = await run('sample')
  expect(lines.at(-1)).toBe('5 passed, 2 failed')
  expect(lines).toContain('✗ e2e/buy.spec.ts › late')
})

it('counts a runner without a report as a failure, with the reason', async () => {
  putRunners({ failed: false })
  put('vitest', 'exit 1')
  const { code, lines } = await run('full')
  expect(lines.at(-1)).toBe('4 passed, 1 failed')
  expect(lines).toContain('✗ Unit and integration tests: the report can’t be read')
  expect(code).toBe(1)
})

/** Vitest passes one test and leaves one out, Playwright passes two and leaves two out; with `failed`, each also fails one. */
function putRunners({ failed, lists = true }: { failed: boolean; lists?: boolean }): void {
  const fails = failed ? 1 : 0
  const vitest = {
    numPassedTests: 1,
    numFailedTests: fails,
    testResults: [
      {
        name: join(process.cwd(), 'tests/a.test.ts'),
        status: failed ? 'failed' : 'passed',
        message: '',
        assertionResults: [
          unit('passed', 'whole'),
          ...(failed ? [unit('failed', 'broken'), unit('skipped', 'long @full')] : []),
          unit('skipped', 'needs Java'),
        ],
      },
    ],
  }
  const specs = [journey('buy', true), journey('pay', true), ...(failed ? [journey('late', false)] : [])]
  const playwright = {
    stats: { expected: 2, unexpected: fails, flaky: 0 },
    suites: [{ file: 'e2e/buy.spec.ts', specs }],
  }
  const listed = {
    suites: [{ file: 'e2e/b', specs: [journey('x', true)], suites: [{ file: 'e2e/b', specs: [{}] }] }],
  }
  put(
    'vitest',
    `for it; do case $it in --outputFile.json=*) to=\${it#*=};; esac; done\n${write(vitest, '$to')}`,
  )
  put(
    'playwright',
    `case "$*" in *--list*) ${lists ? print(listed) : 'exit 1'};; *) ${write(playwright, '$PLAYWRIGHT_JSON_OUTPUT_NAME')};; esac`,
  )
}

const print = (report: object): string => `echo '${JSON.stringify(report)}'`
const write = (report: object, to: string): string => `${print(report)} > "${to}"`

function put(name: string, script: string): void {
  const file = join(programs, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
}

function run(tests: 'sample' | 'full'): Promise<{ code: number; lines: string[] }> {
  const env = { ...process.env, PATH: `${programs}:/usr/bin:/bin`, FOYER_TESTS: tests }
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/test.ts'], { env }, (error, stdout) => {
      resolve({
        code: error ? Number(error.code) : 0,
        lines: stdout.split('\n').filter((line) => line !== ''),
      })
    })
  })
}
