import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMetrics } from '#server/http/monitoring/answer-metrics.ts'
import { openErrorReports } from '#server/platform/error-reports/open-error-reports.ts'
import { openFrontDoor, type Door } from '#tests/support/front-door.ts'

let door: Door
let exposed: Map<string, string>

beforeAll(async () => {
  door = await openFrontDoor()
  const { registry } = door.context.metrics
  openErrorReports(door.context.config, registry)
  const text = await readMetrics(door.context, [registry])
  exposed = new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  )
})
afterAll(() => door.close())

const file = (name: string): string => readFileSync(name, 'utf8')

/** Metrics that queries use, without the suffixes of histograms. */
const metricsIn = (queries: readonly string[]): string[] =>
  queries.flatMap((query) =>
    [...query.matchAll(/foyer_\w+/g)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, '')),
  )

test('docs/monitoring.md has every metric with its type, and no other', () => {
  const documented = [...file('docs/monitoring.md').matchAll(/^\| `(foyer_\w+)` +\| (\w+) /gm)].map(
    ([, name, type]) => `${name} ${type}`,
  )
  expect(documented.toSorted()).toEqual([...exposed].map((each) => each.join(' ')).toSorted())
})

test('alert rules and dashboard use metrics that exist', () => {
  const rules = file('deploy/monitoring/alerts.yaml').split('- alert: ').slice(1)
  expect(rules.length).toBeGreaterThan(10)
  for (const rule of rules)
    expect(rule).toMatch(/^Foyer\w+\n[^]*labels: \{ severity: (page|ticket) \}\n[^]*summary: /)
  const { panels }: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(
    file('deploy/monitoring/dashboard.json'),
  )
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const used = metricsIn([...rules, ...shown])
  expect(used.filter((name) => !exposed.has(name))).toEqual([])
})

test('the dashboard shows every metric', () => {
  const dashboard = file('deploy/monitoring/dashboard.json')
  const shown = new Set(metricsIn([dashboard]))
  expect([...exposed.keys()].filter((name) => !shown.has(name))).toEqual([])
})

test('alert rules use labels that the metrics have', () => {
  const documented = new Map(
    [...file('docs/monitoring.md').matchAll(/^\| `(foyer_\w+)` +\| \w+ +\| ([^|]*)\|/gm)].map(
      ([, name = '', labels = '']) => [name, labels.match(/\w+/g) ?? []] as const,
    ),
  )
  const matchers = [...file('deploy/monitoring/alerts.yaml').matchAll(/(foyer_\w+)\{([^}]*)\}/g)]
  expect(matchers.length).toBeGreaterThan(2)
  for (const [, name = '', matched = ''] of matchers)
    for (const [, label = ''] of matched.matchAll(/(\w+)=/g))
      expect(documented.get(name.replace(/_bucket$/, ''))).toContain(label)
})
