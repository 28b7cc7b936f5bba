import { execFile, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { FULL_RUN } from '../tests/support/sample.ts'

/** First lines of each failed test's message, and last lines of each other failed step's output, that the summary repeats. */
const MESSAGE_LINES = 6
const OUTPUT_LINES = 15

/** A step of `npm test`. `count` reads its runner's report. */
interface Step {
  name: string
  command: string[]
  environment?: Record<string, string>
  count?: () => Counts | Promise<Counts>
}

interface Counts {
  passed: number
  failed: number
  /** Tests that the sample leaves out. */
  leftOut: number
  /** Failed tests with file and the first lines of the message. */
  names: string[]
}

/** `output` is empty for a step with tests, which prints as it runs. */
interface Outcome {
  code: number
  output: string
}

/** Used fields of Vitest's report. */
interface UnitReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    message: string
    status: string
    assertionResults: UnitResult[]
  }[]
}

interface UnitResult {
  status: string
  fullName: string
  failureMessages: string[]
}

/** Used fields of Playwright's report. */
interface JourneyReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: JourneySuite[]
}

interface JourneySuite {
  file: string
  specs: { title: string; ok: boolean; tests: { results: { errors: { message?: string }[] }[] }[] }[]
  suites?: JourneySuite[]
}

const reportFile = (name: string): string => join(tmpdir(), `foyer-${name}-${process.pid}.json`)
const [unit, journeys] = [reportFile('unit'), reportFile('journeys')]

const CHECK: Step = { name: 'Lint, format, types', command: ['npm', 'run', '--silent', 'check'] }
const BUILD: Step = { name: 'Build', command: ['node', 'scripts/build-if-needed.ts'] }
const UNIT: Step = {
  name: 'Unit and integration tests',
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`],
  count: () => {
    const report: UnitReport = JSON.parse(readFileSync(unit, 'utf8'))
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      leftOut: leftOutUnits(report),
      names: failedUnits(report),
    }
  },
}
const JOURNEYS: Step = {
  name: 'End-to-end tests',
  command: ['playwright', 'test', '--reporter=list,json'],
  environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: journeys },
  count: async () => {
    const { stats, suites }: JourneyReport = JSON.parse(readFileSync(journeys, 'utf8'))
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      leftOut: await leftOutJourneys,
      names: suites.flatMap(failedJourneys),
    }
  },
}

/**
 * `npm test` and `npm run test:full`: runs every step, even after failures; then prints the failures, what the sample left out, and the totals
 * on the last line.
 */
const environment = { ...process.env, FOYER_TESTS: process.env['FOYER_TESTS'] ?? 'sample' }
const total: Counts = { passed: 0, failed: 0, leftOut: 0, names: [] }
// The unit tests run in parallel with checks and build, which both write `.astro` and run one after the other.
await Promise.all([take(UNIT), take(CHECK).then(() => take(BUILD))])
const leftOutJourneys = countLeftOutJourneys()
await take(JOURNEYS)
for (const file of [unit, journeys]) rmSync(file, { force: true })
for (const name of total.names) process.stdout.write(`\n✗ ${name}\n`)
if (total.leftOut > 0)
  process.stdout.write(
    `\nThis was a sample: ${total.leftOut} tests run only by \`npm run test:full\` (CONTRIBUTING.md says when).\n`,
  )
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 ? 0 : 1

async function take(step: Step): Promise<void> {
  const counts = await countOf(step, await run(step))
  total.passed += counts.passed
  total.failed += counts.failed
  total.leftOut += counts.leftOut
  total.names.push(...counts.names)
}

/** Steps with tests print as they run; the others print when they finish, so that outputs don't mix. */
function run(step: Step): Promise<Outcome> {
  const [program = '', ...args] = step.command
  const title = `\n── ${step.name}\n`
  if (step.count) process.stdout.write(title)
  const child = spawn(program, args, {
    stdio: step.count ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...environment, ...step.environment },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.once('error', (error) => (said += `${error.message}\n`))
  return new Promise((resolve) => {
    child.once('close', (code) => {
      if (!step.count) process.stdout.write(title + said)
      resolve({ code: code ?? 1, output: said })
    })
  })
}

/** A step without tests counts as one; a step without a report counts as one failure. */
async function countOf(step: Step, { code, output }: Outcome): Promise<Counts> {
  const ending = output.trimEnd().split('\n').slice(-OUTPUT_LINES).join('\n  ')
  const broken: Counts = { passed: 0, failed: 1, leftOut: 0, names: [`${step.name}\n  ${ending}`] }
  if (!step.count) return code === 0 ? { passed: 1, failed: 0, leftOut: 0, names: [] } : broken
  try {
    const counts = await step.count()
    return code !== 0 && counts.failed === 0
      ? { ...counts, failed: 1, names: [...counts.names, step.name] }
      : counts
  } catch (error) {
    return { ...broken, names: [`${step.name}: the report can’t be read\n  ${String(error)}`] }
  }
}

function leftOutUnits({ testResults }: UnitReport): number {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(
      ({ status, fullName }) => status !== 'passed' && status !== 'failed' && fullName.includes(FULL_RUN),
    ).length
}

/** Playwright reports no tests that it leaves out, so that they are listed. 0 if that fails: the run's own results count. */
async function countLeftOutJourneys(): Promise<number> {
  if (environment.FOYER_TESTS !== 'sample') return 0
  try {
    const args = ['test', '--list', '--grep', FULL_RUN, '--reporter=json']
    const env = { ...process.env, FOYER_TESTS: 'full' }
    const { stdout } = await promisify(execFile)('playwright', args, { env, maxBuffer: 2 ** 26 })
    const { suites }: Pick<JourneyReport, 'suites'> = JSON.parse(stdout)
    return suites.map(countJourneys).reduce((sum, count) => sum + count, 0)
  } catch {
    return 0
  }
}

function countJourneys({ specs, suites = [] }: JourneySuite): number {
  return specs.length + suites.map(countJourneys).reduce((sum, count) => sum + count, 0)
}

function failedUnits(report: UnitReport): string[] {
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && file.status === 'failed') return [told(file.name, 'the file', file.message)]
    return failed.map((test) => told(file.name, test.fullName, test.failureMessages[0]))
  })
}

function failedJourneys(suite: JourneySuite): string[] {
  const own = suite.specs
    .filter((spec) => !spec.ok)
    .map((spec) => told(suite.file, spec.title, spec.tests[0]?.results[0]?.errors[0]?.message))
  return [...own, ...(suite.suites ?? []).flatMap(failedJourneys)]
}

function told(file: string, title: string, message = ''): string {
  const beginning = message.split('\n', MESSAGE_LINES).join('\n  ')
  return `${relative(process.cwd(), file)} › ${title}\n  ${beginning}`
}
