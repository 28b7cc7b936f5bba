import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { KEY_SCOPES } from '#model/people/scopes.ts'
import { readConfig } from '#server/platform/config.ts'
import { resolveDataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { runFoyer, type Foyer } from '#server/run-foyer.ts'
import { createAsk } from '#tests/support/ask.ts'
import { startDnsServer } from '#tests/support/dns-server.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { knownIds, withKnownIds } from './fuzz/known-ids.ts'
import { makeHome } from './support/bench.ts'

const HOST = 'aurora.localhost'
const CUSTOMER = 'mikko.okonkwo@example.com'
const OWNER = 'owner@aurora.example'

/** Excluded: they end the caller's session. */
const SIGN_OUTS = ['logout', 'endAllSessions', 'endSession']

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'unsupported_method',
  'allow_header_conformance',
  'ignored_auth',
]

/** Statuses that reject an invalid request; 409, 410 and 413 are not in the default list. */
const CONFIG = `
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "409", "410", "413", "422"]
`

/**
 * `node bench/fuzz.ts [--schemathesis=…] [--examples=40] [--only=anonymous,key,customer,owner]`: runs Schemathesis against a Foyer
 * with demo data on a temporary database, once for each caller. Rate limits are off, so that requests reach the use cases.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      schemathesis: { type: 'string', default: 'schemathesis' },
      examples: { type: 'string', default: '40' },
      only: { type: 'string', default: 'anonymous,key,customer,owner' },
      seed: { type: 'string', default: '1' },
    },
  })
  const given = values.schemathesis
  const program = given.includes('/') ? resolve(given) : given
  const home = makeHome()
  const data = join(home, 'data')
  const dns = await startDnsServer()
  const foyer = await runFoyer(
    readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      FOYER_DATA_DIR: data,
      UPLOADS_DIR: join(home, 'uploads'),
      FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      DNS_SERVERS: dns.address,
      LOG_LEVEL: 'error',
    }),
  )
  const pass = async (): Promise<undefined> => undefined
  Object.assign(foyer.context.limits, { consume: pass, restore: pass, clear: pass })
  try {
    const document = await writeDocument(foyer, home)
    const config = join(home, 'schemathesis.toml')
    writeFileSync(config, CONFIG)
    const callers = await openCallers(foyer)
    let requests = 0
    for (const name of values.only.split(',')) {
      const report = join(home, `${name}.json`)
      const code = await run(
        program,
        [
          `--config-file=${config}`,
          'run',
          document,
          `--url=http://127.0.0.1:${foyer.port}`,
          `--header=Host:${HOST}:${foyer.port}`,
          ...(callers[name] === undefined ? [] : [`--header=Authorization:Bearer ${callers[name]}`]),
          ...SIGN_OUTS.map((operation) => `--exclude-operation-id=${operation}`),
          `--checks=${CHECKS.join(',')}`,
          `--max-examples=${values.examples}`,
          `--seed=${values.seed}`,
          '--continue-on-failure',
          '--suppress-health-check=all',
          '--generation-database=none',
          '--warnings=off',
          '--report=ndjson',
          `--report-ndjson-path=${report}`,
        ],
        home,
      )
      const statuses = countStatuses(report)
      const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0)
      requests += sent
      process.stdout.write(
        `${name}: ${sent} requests, Schemathesis ended with ${code}; ${JSON.stringify(statuses)}\n`,
      )
      if (code !== 0) process.exitCode = 1
    }
    process.stdout.write(`${requests} requests in total\n`)
  } finally {
    await foyer.stop()
    await dns.close()
    rmSync(home, { recursive: true, force: true })
    rmSync(resolveDataFolder(data), { recursive: true, force: true })
  }
}

/** Schemathesis keeps its cache in the working directory. */
async function run(program: string, options: readonly string[], cwd: string): Promise<number> {
  const child = spawn(program, options, { stdio: 'inherit', cwd })
  const [code] = await once(child, 'exit')
  return code
}

/** Counts the answers by status in an NDJSON report. */
function countStatuses(report: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [, status = ''] of readFileSync(report, 'utf8').matchAll(/"status_code": ?(\d{3})/g))
    counts[status] = (counts[status] ?? 0) + 1
  return counts
}

async function writeDocument(foyer: Foyer, home: string): Promise<string> {
  const document = await foyer.context.apiDocument()
  const path = join(home, 'openapi.json')
  mkdirSync(home, { recursive: true })
  writeFileSync(path, JSON.stringify(withKnownIds(document, await knownIds(foyer.context.db, HOST))))
  return path
}

/** Returns a bearer token for each caller; anonymous callers have none. */
async function openCallers({ context }: Foyer): Promise<Record<string, string | undefined>> {
  const ask = createAsk(context, HOST)
  const signIn = async (email: string): Promise<string> => {
    const body = { email, password: DEMO_PASSWORD }
    return (await ask<{ accessToken: string }>('POST', '/api/auth/customer/login', { body })).data.accessToken
  }
  const [customer, owner] = [await signIn(CUSTOMER), await signIn(OWNER)]
  const body = { name: 'Schemathesis', scopes: KEY_SCOPES }
  const { data } = await ask<{ key: string }>('POST', '/api/promoter/api-keys', { body, bearer: owner })
  return { anonymous: undefined, customer, owner, key: data.key }
}

await main()
