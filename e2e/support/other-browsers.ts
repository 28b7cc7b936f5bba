import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import puppeteer from 'puppeteer-core'
import { Builder, By, Capabilities, Key, until, type WebDriver } from 'selenium-webdriver'
import { expect } from 'playwright/test'

/** Control of a browser without Playwright. Finds elements by XPath and waits for them. */
export interface DrivenBrowser {
  open: (url: string) => Promise<void>
  click: (xpath: string) => Promise<void>
  type: (xpath: string, text: string) => Promise<void>
  /** Focuses the element and presses Enter. */
  enter: (xpath: string) => Promise<void>
  /** Visible text of the first match. */
  text: (xpath: string) => Promise<string>
  count: (xpath: string) => Promise<number>
  /** Runs the body of a function in the page, and returns what it returns. */
  run: (script: string) => Promise<unknown>
  /** Makes the page as large as a phone's, as far as the browser's window can be. */
  beLikePhone: () => Promise<unknown>
  close: () => Promise<void>
}

/** Opens the browser, or names the missing Debian packages. */
export type Found = { open: () => Promise<DrivenBrowser> } | { missing: string }

const PATIENCE_MS = 60_000
const PHONE = { width: 390, height: 844 }

/** Firefox through WebDriver BiDi, from FIREFOX_PATH or Debian. */
export function findFirefox(): Found {
  const executablePath = [process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr'].find(
    (path) => path && existsSync(path),
  )
  if (!executablePath)
    return { missing: 'Firefox is not installed: `apt install firefox-esr`, or set FIREFOX_PATH.' }
  return { open: () => openFirefox(executablePath) }
}

async function openFirefox(executablePath: string): Promise<DrivenBrowser> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, timeout: PATIENCE_MS })
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const find = (xpath: string) => page.locator(`::-p-xpath(${xpath})`)
  return {
    open: async (url) => {
      await page.goto(url)
    },
    click: (xpath) => find(xpath).click(),
    type: async (xpath, text) => {
      const field = await find(xpath).waitHandle()
      await field.type(text)
    },
    enter: async (xpath) => {
      const element = await find(xpath).waitHandle()
      await element.press('Enter')
    },
    text: (xpath) =>
      find(xpath)
        .map((element) => element.textContent)
        .wait(),
    count: async (xpath) => (await page.$$(`::-p-xpath(${xpath})`)).length,
    run: (script) => page.evaluate(`(() => {${script}\n})()`),
    beLikePhone: () => page.setViewport(PHONE),
    close: () => browser.close(),
  }
}

/** WebKitGTK's MiniBrowser through WebDriver, on a virtual display. */
export function findWebKit(): Found {
  const [browser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  const isThere = browser && ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'].every((path) => existsSync(path))
  if (!isThere) return { missing: 'WebKitGTK is not installed: `apt install webkit2gtk-driver xvfb`.' }
  return { open: () => openWebKit(browser) }
}

async function openWebKit(binary: string): Promise<DrivenBrowser> {
  const started: ChildProcess[] = []
  const stop = async (): Promise<void> => {
    for (const child of started.toReversed()) await end(child)
  }
  try {
    const display = await startDisplay(started)
    const address = await startDriver(started, display)
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    const driver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(address)
      .withCapabilities(capabilities)
      .build()
    return driveWebKit(driver, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

function driveWebKit(driver: WebDriver, stop: () => Promise<void>): DrivenBrowser {
  const find = async (xpath: string) => {
    const element = await driver.wait(until.elementLocated(By.xpath(xpath)), PATIENCE_MS)
    return driver.wait(until.elementIsVisible(element), PATIENCE_MS)
  }
  return {
    open: (url) => driver.get(url),
    click: async (xpath) => (await find(xpath)).click(),
    type: async (xpath, text) => (await find(xpath)).sendKeys(text),
    enter: async (xpath) => (await find(xpath)).sendKeys(Key.ENTER),
    text: async (xpath) => (await find(xpath)).getText(),
    count: async (xpath) => (await driver.findElements(By.xpath(xpath))).length,
    run: (script) => driver.executeScript(script),
    beLikePhone: () =>
      driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, ...PHONE }),
    close: async () => {
      await driver.quit()
      await stop()
    },
  }
}

async function startDisplay(started: ChildProcess[]): Promise<string> {
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  started.push(display)
  const number = display.stdio[3]
  if (!number) throw new Error('Xvfb has no pipe for its number.')
  const [said] = await once(number, 'data')
  return `:${String(said).trim()}`
}

async function startDriver(started: ChildProcess[], display: string): Promise<string> {
  const port = await freePort()
  started.push(
    spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: display },
    }),
  )
  const address = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: PATIENCE_MS }).toBe(true)
  return address
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server has an address with a port, not the path of a pipe.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
