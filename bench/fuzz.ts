import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { KEY_SCOPES } from '#model/scopes.ts'
import { readConfig } from '#server/config.ts'
import { dataFolder } from '#server/db/embedded/data-folder.ts'
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts'
import { runFoyer, type Foyer } from '#server/run-foyer.ts'
import { startDnsServer } from '#tests/support/dns-server.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { knownIds, withKnownIds } from './fuzz/known-ids.ts'
import { makeHome } from './support/bench.ts'

const HOST = 'aurora.localhost'
const CUSTOMER = 'mikko.okonkwo@example.com'
const OWNER = 'owner@aurora.example'

/** They would sign the caller out, and the rest of the run with it. */
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

/**
 * `node bench/fuzz.ts [--schemathesis=…] [--examples=40] [--only=anonymous,key,customer,owner]`: Schemathesis against a Foyer with
 * the demo on a database of its own, in each of four roles. Rate limits let everything through, so that what is behind them answers.
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
  Object.assign(foyer.context.limits, { take: pass, giveBack: pass, clear: pass })
  try {
    const document = await writeDocument(foyer, home)
    const callers = await openCallers(foyer)
    let requests = 0
    for (const name of values.only.split(',')) {
      const report = join(home, `${name}.json`)
      const code = await run(values.schemathesis, [
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
      ])
      const sent = countRequests(report)
      requests += sent
      process.stdout.write(`${name}: ${sent} requests, Schemathesis ended with ${code}\n`)
      if (code !== 0) process.exitCode = 1
    }
    process.stdout.write(`${requests} requests in all\n`)
  } finally {
    await foyer.stop()
    await dns.close()
    rmSync(home, { recursive: true, force: true })
    rmSync(dataFolder(data), { recursive: true, force: true })
  }
}

async function run(program: string, options: readonly string[]): Promise<number> {
  const child = spawn(program, options, { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return code
}

/** Each line is an event; a scenario's carries every exchange of it. */
function countRequests(report: string): number {
  return readFileSync(report, 'utf8').split('"status_code"').length - 1
}

async function writeDocument(foyer: Foyer, home: string): Promise<string> {
  const document = await foyer.context.apiDocument()
  const path = join(home, 'openapi.json')
  mkdirSync(home, { recursive: true })
  writeFileSync(path, JSON.stringify(withKnownIds(document, await knownIds(foyer.context.db, HOST))))
  return path
}

/** The token of each caller: nobody has none. */
async function openCallers(foyer: Foyer): Promise<Record<string, string | undefined>> {
  const [customer, owner] = [await signIn(foyer, CUSTOMER), await signIn(foyer, OWNER)]
  const body = { name: 'Schemathesis', scopes: KEY_SCOPES }
  const { key } = await call(foyer, '/api/promoter/api-keys', { body, bearer: owner })
  return { anonymous: undefined, customer, owner, key }
}

const signIn = async (foyer: Foyer, email: string): Promise<string> => {
  const body = { email, password: DEMO_PASSWORD }
  return (await call(foyer, '/api/auth/customer/login', { body })).accessToken
}

async function call(
  { port }: Foyer,
  path: string,
  { body, bearer }: { body: unknown; bearer?: string },
): Promise<Record<string, string>> {
  const response = await fetch(`http://${HOST}:${port}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  })
  const { success, data, error } = await response.json()
  if (!success) throw new Error(`${path}: ${error.code}`)
  return data
}

await main()
