import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'

/** Stripe's own mock server, which checks requests of API version 1 against Stripe's OpenAPI document. */
export interface StripeMock {
  /** Sends a copy of a request. */
  mirror: (request: MirroredRequest) => void
  /** Requests that it has refused, once all were answered. */
  refused: () => Promise<string[]>
  count: () => number
  close: () => Promise<void>
}

export interface MirroredRequest {
  method: string
  /** With the query. */
  url: string
  headers: Record<string, string>
  body: string
}

/** Path of the binary, from STRIPE_MOCK_PATH or PATH; undefined where it isn't installed. */
export function findStripeMock(): string | undefined {
  const { STRIPE_MOCK_PATH, PATH = '' } = process.env
  const folders = PATH.split(delimiter).map((folder) => join(folder, 'stripe-mock'))
  return [...(STRIPE_MOCK_PATH ? [STRIPE_MOCK_PATH] : []), ...folders].find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

export async function openStripeMock(path: string): Promise<StripeMock> {
  const child = spawn(path, ['-http-addr', '127.0.0.1:', '-https-addr', '127.0.0.1:'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const address = await addressIn(createInterface(child.stdout))
  const answers: Promise<string | undefined>[] = []
  return {
    mirror: (request) => {
      answers.push(send(address, request))
    },
    refused: async () => (await Promise.all(answers)).filter((answer) => answer !== undefined),
    count: () => answers.length,
    close: async () => {
      await Promise.allSettled(answers)
      child.kill()
      await exited
    },
  }
}

async function addressIn(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, address] = /Listening for HTTP at address: (\S+)/.exec(line) ?? []
    if (address !== undefined) return `http://${address}`
  }
  throw new Error('stripe-mock ended without an address.')
}

/** Undefined when accepted. */
async function send(address: string, request: MirroredRequest): Promise<string | undefined> {
  const { method, url, headers, body } = request
  const answer = await fetch(address + url, { method, headers, ...(body ? { body } : {}) })
  const text = await answer.text()
  return answer.status < 400 ? undefined : `${method} ${url} ${body}: ${answer.status} ${text}`
}
