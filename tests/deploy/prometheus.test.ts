import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readMetrics } from '#server/http/monitoring/answer-metrics.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'

const isInstalled = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status === 0

beforeEach(({ skip }) => skip(!isInstalled, 'promtool is not installed (apt-get install prometheus)'))

const promtool = (args: string[], input?: string): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', input })
  return { status, output: stdout + stderr }
}

test('Prometheus accepts the example configuration with the alert rules', () => {
  const { status, output } = promtool(['check', 'config', 'deploy/monitoring/prometheus.yaml'])
  expect(output).toMatch(/SUCCESS: \d\d rules found/)
  expect(status).toBe(0)
})

test('alerts fire when they should, and not before', () => {
  const { status, output } = promtool(['test', 'rules', 'tests/deploy/alert-cases.yaml'])
  expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('SUCCESS') })
})

test('the queries of the dashboard are PromQL', () => {
  const { panels }: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(
    readFileSync('deploy/monitoring/dashboard.json', 'utf8'),
  )
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(queries.length).toBeGreaterThan(30)
  const folder = mkdtempSync(join(tmpdir(), 'foyer-queries-'))
  try {
    const file = join(folder, 'queries.yaml')
    const rules = queries.map((expr, place) => ({ record: `query:${place}`, expr }))
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    const { status, output } = promtool(['check', 'rules', file])
    expect({ status, output }).toEqual({
      status: 0,
      output: expect.stringContaining(`${queries.length} rules found`),
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('Prometheus reads the metrics, whose names follow its conventions', async () => {
  const door = await openFrontDoor()
  await door.send({ path: '/' })
  const text = await readMetrics(door.context, [door.context.metrics.registry])
  await door.close()
  expect(promtool(['check', 'metrics'], text)).toEqual({ status: 0, output: '' })
})
