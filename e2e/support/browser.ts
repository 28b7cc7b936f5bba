import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type LaunchOptions } from 'playwright'

/** Paths of installed Chromium browsers on Linux, macOS and Windows. */
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]

/** Disables background requests: tests use the loopback interface only. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-dev-shm-usage',
]

/** Chromium's sandbox doesn't support root. */
const AS_ROOT = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/**
 * The first available Chromium: CHROMIUM_PATH, Playwright's, the system's, or the npm package's, which works on Linux x64 without
 * dependencies.
 */
export async function findBrowser(): Promise<LaunchOptions> {
  const args = [...QUIET, ...AS_ROOT]
  const own = process.env['CHROMIUM_PATH']
  if (own) return { executablePath: own, args }
  if (existsSync(chromium.executablePath())) return { args }
  const installed = SYSTEM_BROWSERS.find((path) => existsSync(path))
  if (installed) return { executablePath: installed, args }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser(args)
  throw new Error('No Chromium was found: run `npx playwright install chromium`, or set CHROMIUM_PATH.')
}

/** A browser that resolves all names below `.example` to this machine. */
export async function launchForHosts(): Promise<Browser> {
  const found = await findBrowser()
  const args = [...(found.args ?? []), '--host-resolver-rules=MAP *.example 127.0.0.1']
  return chromium.launch({ ...found, args })
}

/** Unpacks the npm package's browser with its libraries and fonts, once per user and version. */
async function unpackBrowser(args: string[]): Promise<LaunchOptions> {
  const folder = join(tmpdir(), `foyer-chromium-${process.getuid?.() ?? 0}`)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  // The package unpacks into TMPDIR, and its libraries only in a cloud function's environment.
  const before = { ...process.env }
  process.env['TMPDIR'] = folder
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs24.x'
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    const executablePath = await packaged.executablePath()
    const fonts = join(folder, 'fonts')
    const cache = join(folder, 'font-cache')
    // The package's font configuration names a missing folder, so that no text would be rendered.
    writeFileSync(
      join(fonts, 'fonts.conf'),
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>`,
    )
    const env = {
      ...definedOnly(before),
      FONTCONFIG_PATH: fonts,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    }
    return { executablePath, args: [...args, '--no-sandbox', '--headless=shell'], env }
  } finally {
    for (const name of ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}

const definedOnly = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
