import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertFees, insertTicketType } from '#tests/support/factories.ts'
import { openFrontDoor, type Door } from '#tests/support/front-door.ts'
import { newCartId } from '#tests/support/shop.ts'

/** Path of openapi-generator-cli.jar (7.20 or newer), from Maven: org.openapitools:openapi-generator-cli. */
const GENERATOR = process.env['OPENAPI_GENERATOR'] ?? ''

/** `all` generates clients of the whole document, which takes minutes; a part takes half a minute. */
const GENERATED = process.env['OPENAPI_CLIENTS'] ?? 'part'

const PART = /^\/api\/(?:public\/(?:events|carts|checkout|orders)|payments|promoter\/(?:pools|webhooks))/

/** The document with the endpoints that the programs call, and those that generators had errors with. */
function partOf(document: { paths: object }): object {
  const paths = Object.entries(document.paths).filter(([path]) => PART.test(path))
  return { ...document, paths: Object.fromEntries(paths) }
}

const run = promisify(execFile)
const exists = (command: string, flag = '--version'): boolean => spawnSync(command, [flag]).status === 0
const program = (name: string): string => resolve('tests/support/generated-clients', name)

interface Client {
  generator: string
  isHere: () => boolean
  /** Compiles the client with the program that buys; returns the program's command. */
  compile: (
    folder: string,
  ) => Promise<[command: string, args: string[], environment?: Record<string, string>]>
}

const CLIENTS: Client[] = [
  {
    generator: 'typescript-fetch',
    isHere: () => true,
    compile: async (folder) => {
      copyFileSync(program('buy.ts.txt'), join(folder, 'buy.ts'))
      const options =
        '--strict --skipLibCheck --types --target es2022 --module esnext --moduleResolution bundler'
      await run('tsc', [...options.split(' '), '--outDir', 'built', 'buy.ts'], { cwd: folder })
      // The generated imports have no extensions, which Node needs.
      const bundle = join(folder, 'buy.mjs')
      await run('rolldown', [join(folder, 'built/buy.js'), '--format', 'esm', '--file', bundle])
      return [process.execPath, [bundle]]
    },
  },
  {
    generator: 'go',
    isHere: () => exists('go', 'version'),
    compile: async (folder) => {
      mkdirSync(join(folder, 'buy'))
      copyFileSync(program('buy.go.txt'), join(folder, 'buy/main.go'))
      await run('go', ['build', './...'], { cwd: folder })
      await run('go', ['build', '-o', 'bought', './buy'], { cwd: folder })
      return [join(folder, 'bought'), []]
    },
  },
  {
    generator: 'python',
    isHere: () => exists('python3'),
    compile: async (folder) => {
      copyFileSync(program('buy.py.txt'), join(folder, 'buy.py'))
      await run(
        'python3',
        ['-m', 'pip', 'install', '--quiet', '--target', 'packages', '-r', 'requirements.txt'],
        {
          cwd: folder,
        },
      )
      await run('python3', ['-m', 'compileall', '-q', 'openapi_client'], { cwd: folder })
      return ['python3', [join(folder, 'buy.py')], { PYTHONPATH: join(folder, 'packages') }]
    },
  },
]

describe.skipIf(!GENERATOR || !exists('java', '-version'))('with OPENAPI_GENERATOR and Java', () => {
  let door: Door
  let home: string

  beforeAll(async () => {
    door = await openFrontDoor()
    const { promoterId, eventId, database } = door.stage
    await insertTicketType(database.db, { promoterId, eventId, priceCents: 2000 })
    await insertFees(database.db, {})
    home = mkdtempSync(join(tmpdir(), 'foyer-clients-'))
    const { text } = await door.send({ path: '/api/openapi.json' })
    writeFileSync(
      join(home, 'api.json'),
      GENERATED === 'all' ? text : JSON.stringify(partOf(JSON.parse(text))),
    )
  })

  afterAll(async () => {
    rmSync(home, { recursive: true, force: true })
    await door.close()
  })

  test.for(CLIENTS)(
    'the client of $generator compiles and buys two tickets',
    { timeout: 1_800_000 },
    async (client, { skip }) => {
      const { generator, isHere, compile } = client
      skip(!isHere(), `${generator} needs a compiler that isn’t installed`)
      const folder = join(home, generator)
      const input = ['generate', '-i', join(home, 'api.json'), '-g', generator, '-o', folder]
      const parts =
        'apis,models,supportingFiles,apiDocs=false,modelDocs=false,apiTests=false,modelTests=false'
      await run('java', ['-jar', GENERATOR, ...input, `--global-property=${parts}`], { maxBuffer: 1e9 })
      const [command, args, environment] = await compile(folder)
      const given = [`http://127.0.0.1:${door.port}`, door.stage.eventId, newCartId()]
      const { stdout } = await run(command, [...args, ...given], { env: { ...process.env, ...environment } })
      expect(stdout).toBe('paid 2\n')
    },
  )
})
