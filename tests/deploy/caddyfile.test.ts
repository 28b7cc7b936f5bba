import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const isInstalled = spawnSync('caddy', ['version'], { stdio: 'ignore' }).status === 0

const CASES: [what: string, settings: Record<string, string>][] = [
  ['without settings', {}],
  [
    'with two sites and three nodes',
    { FOYER_SITES: 'a.example, b.example', FOYER_NODES: 'one:4321 two:4321 three:4321' },
  ],
]

test.for(CASES)('Caddy accepts the Caddyfile %s', ([, settings], { skip }) => {
  skip(!isInstalled, 'Caddy is not installed')
  const { status, stdout, stderr } = spawnSync(
    'caddy',
    ['validate', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'],
    { encoding: 'utf8', env: { ...process.env, ...settings } },
  )
  expect({ status, stdout: stdout.trim(), stderr }).toEqual({
    status: 0,
    stdout: 'Valid configuration',
    stderr: expect.not.stringContaining('"level":"error"'),
  })
})
