import { APP_VERSION } from '#server/platform/app-version.ts'
import { CommandRefused, reportFailure, printLine, type Command } from './command.ts'

interface Listed {
  summary: string
  load: () => Promise<Command>
}

/** Commands of `foyer`, in the order of its help. Modules are loaded when they are needed. */
const COMMANDS: Readonly<Record<string, Listed>> = {
  start: { summary: 'starts Foyer, after building the pages if needed', load: async () => ({ run: start }) },
  doctor: {
    summary: 'checks the install and suggests fixes; exit code 1 if there is a problem',
    load: () => import('./doctor.ts'),
  },
  backup: {
    summary: 'makes a backup now; `list` shows backups, `verify` restores one to a temporary place',
    load: () => import('./backup.ts'),
  },
  restore: {
    summary:
      'restores a backup: [--at "2026-11-27 18:00:05"] [--from <place>] [--into <folder>] [--timeline <number>] [--accept-damage] [--yes]',
    load: () => import('./restore.ts'),
  },
  export: {
    summary: 'exports all data to a file, to move it to another PostgreSQL: <file>',
    load: () => import('./export.ts'),
  },
  import: {
    summary: 'imports an exported file into an empty database: <file>',
    load: () => import('./import.ts'),
  },
  migrate: {
    summary: 'migrates the database',
    load: () => databaseCommand({ '': 'migrate' }, 'foyer migrate'),
  },
  reports: {
    summary: 'rebuilds the report totals from their sources',
    load: () => databaseCommand({ '': 'reports' }, 'foyer reports'),
  },
  secrets: {
    summary: 'encrypts all secrets in the database with the first key',
    load: () => databaseCommand({ '': 'secrets' }, 'foyer secrets'),
  },
  demo: {
    summary: 'the demo: seed, remove, reset (drops everything)',
    load: () =>
      databaseCommand(
        { seed: 'seed', remove: 'remove-demo', reset: 'reset' },
        'foyer demo seed, remove or reset',
      ),
  },
  operator: {
    summary: 'accounts that run the install: list, add <email>, remove <email>',
    load: () => import('./operator.ts'),
  },
  maintenance: {
    summary: 'shows visitors a notice instead of pages: status, on [<minutes> [<message>]], off',
    load: () => import('./maintenance.ts'),
  },
  mail: {
    summary: 'emails: dead, replay [id], reports, trust <site name>, distrust <site name>',
    load: () => import('./mail.ts'),
  },
  accounts: {
    summary: 'ends sessions: end-sessions <email>, end-sessions --all',
    load: () => import('./accounts.ts'),
  },
  legal: {
    summary: 'the main site’s legal pages: list, set <page> <file>, remove <page>',
    load: () => import('./legal.ts'),
  },
  version: { summary: 'prints the version', load: async () => ({ run: async () => printLine(APP_VERSION) }) },
}

const HELP_WIDTH = 13

const help = (): string =>
  [
    'foyer <command>',
    '',
    ...Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(HELP_WIDTH)}${summary}`),
    '',
    'Settings are read from the environment. Times are UTC.',
  ].join('\n')

/** `foyer <command> [arguments]`. */
async function main([name = 'help', ...args]: readonly string[]): Promise<void> {
  if (/^(?:-*help|-h)$/.test(name)) return printLine(help())
  const command = COMMANDS[name.replace(/^--version$/, 'version')]
  if (!command) throw new CommandRefused(`There is no command “${name}”. \`foyer help\` lists all.`)
  const { run } = await command.load()
  await run(args)
}

/** Starts Foyer, which keeps running after this resolves. */
async function start(): Promise<void> {
  await import(new URL('../../../scripts/start.ts', import.meta.url).href)
}

async function databaseCommand(names: Readonly<Record<string, string>>, usage: string): Promise<Command> {
  const { runDatabaseCommand } = await import('./database.ts')
  return {
    run: async (args) => {
      const [first = '', ...rest] = args.filter((each) => each !== '--yes')
      const name = names[first]
      if (name === undefined || rest.length > 0) throw new CommandRefused(`Usage: ${usage}.`)
      await runDatabaseCommand(name)
    },
  }
}

main(process.argv.slice(2)).catch(reportFailure)
