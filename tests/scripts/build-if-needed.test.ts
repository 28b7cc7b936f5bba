import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const SCRIPT = pathToFileURL('scripts/build-if-needed.ts').href

/** Runs Astro in a process with the PATH of a service, which has no `node_modules/.bin`. */
function runAstroAsService(args: string[]) {
  const code = `import { runAstro } from '${SCRIPT}'\nrunAstro(${JSON.stringify(args)})`
  return spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
  })
}

test('the build finds Astro without npm’s PATH', () => {
  const { status, stdout, stderr } = runAstroAsService(['--version'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('astro')
})

test('a failed build names the command and its exit code, below Astro’s own error', () => {
  const { status, stderr } = runAstroAsService([
    'build',
    '--root',
    '/nowhere/at-all',
    '--config',
    'missing.mjs',
  ])
  expect(status).toBe(1)
  expect(stderr).toMatch(/missing\.mjs[^]*The pages could not be built: `astro build .*`, exit code 1\./)
})
