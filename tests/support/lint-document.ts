import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Lints an OpenAPI document by Redocly's recommended rules and returns the problems. Needs no network. */
export async function lintDocument(document: unknown): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-openapi-'))
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
    const { problems } = JSON.parse(await lint(folder))
    return problems.map(
      ({ ruleId, message, location }: Problem) => `${ruleId} at ${location[0]?.pointer}: ${message}`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Problem {
  ruleId: string
  message: string
  location: { pointer: string }[]
}

const LINT = ['lint', 'openapi.json', '--extends=recommended', '--format=json', '--max-problems=1000']

/** Returns the JSON that the CLI prints. It exits with 1 when the document has errors. */
const lint = (cwd: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    execFile('redocly', LINT, { cwd, env, maxBuffer: 16_000_000 }, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) resolve(stdout)
      else reject(error ?? new Error(stderr))
    })
  })
