import * as z from 'zod/mini'
import type { Method } from '#contracts/platform/endpoint.ts'
import type { Context } from '#server/context.ts'
import { readCaller, type ApiRequest } from '#server/http/callers.ts'
import { readBytes } from '#server/http/connections/read-bytes.ts'
import {
  fetchApplePass,
  listChangedPasses,
  registerWalletDevice,
  unregisterWalletDevice,
  type PassRequest,
} from '#server/sales/wallets/apple/apple-service.ts'
import { APPLE_SERVICE_PATH } from '#server/sales/wallets/apple/get-apple-pass.ts'

interface AppleWalletRoute {
  method: Method
  path: string
  answer: (context: Context, request: ApiRequest) => Promise<Response>
}

const OF_DEVICE = `${APPLE_SERVICE_PATH}/v1/devices/{deviceId}/registrations/{passType}`
const REGISTRATION = `${OF_DEVICE}/{serial}`

/**
 * Web service by which Apple Wallet updates passes ("Adding a Web Service to Update Passes"). Responses have the statuses
 * that Apple documents and no envelope. All are 404 if Apple Wallet isn't set up.
 */
export const APPLE_WALLET_ROUTES: readonly AppleWalletRoute[] = [
  { method: 'POST', path: REGISTRATION, answer: answerRegister },
  { method: 'DELETE', path: REGISTRATION, answer: answerUnregister },
  { method: 'GET', path: OF_DEVICE, answer: answerList },
  { method: 'GET', path: `${APPLE_SERVICE_PATH}/v1/passes/{passType}/{serial}`, answer: answerFetch },
  { method: 'POST', path: `${APPLE_SERVICE_PATH}/v1/log`, answer: answerLog },
]

const MAX_ID_LENGTH = 200
const MAX_BODY_BYTES = 16 * 1024

const empty = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: { 'cache-control': 'no-store', ...headers } })

const param = (request: ApiRequest, name: string): string => request.req.param(name) ?? ''

const isId = (id: string): boolean => id.length > 0 && id.length <= MAX_ID_LENGTH

function readPass(request: ApiRequest): PassRequest {
  const [, token = ''] = /^ApplePass (\S{1,200})$/.exec(request.req.header('authorization') ?? '') ?? []
  return { passType: param(request, 'passType'), serial: param(request, 'serial'), token }
}

const registration = z.object({ pushToken: z.string().check(z.regex(/^[\w-]{1,200}$/)) })

async function answerRegister(context: Context, request: ApiRequest): Promise<Response> {
  const body = registration.safeParse(await readJson(request))
  const deviceId = param(request, 'deviceId')
  if (!body.success || !isId(deviceId)) return empty(400)
  const { pushToken } = body.data
  const done = await registerWalletDevice(context, { ...readPass(request), deviceId, pushToken })
  return empty({ added: 201, known: 200, full: 429, unauthorized: 401 }[done])
}

async function answerUnregister(context: Context, request: ApiRequest): Promise<Response> {
  const deviceId = param(request, 'deviceId')
  if (!isId(deviceId)) return empty(400)
  const done = await unregisterWalletDevice(context, { ...readPass(request), deviceId })
  return empty(done === 'deleted' ? 200 : 401)
}

async function answerList(context: Context, request: ApiRequest): Promise<Response> {
  const deviceId = param(request, 'deviceId')
  if (!isId(deviceId)) return empty(400)
  const tag = request.req.query('passesUpdatedSince') ?? ''
  const changed = await listChangedPasses(context, { passType: param(request, 'passType'), deviceId, tag })
  return changed ? Response.json(changed, { headers: { 'cache-control': 'no-store' } }) : empty(204)
}

async function answerFetch(context: Context, request: ApiRequest): Promise<Response> {
  const since = Date.parse(request.req.header('if-modified-since') ?? '')
  const { origin } = readCaller(context, request).client
  const knownAt = Number.isNaN(since) ? undefined : new Date(since)
  const pass = await fetchApplePass(context, { ...readPass(request), origin, knownAt })
  if (pass === 'unauthorized') return empty(401)
  if (pass === 'unchanged') return empty(304)
  if (pass === 'busy') return empty(503, { 'retry-after': '5' })
  return new Response(pass.bytes, {
    headers: {
      'cache-control': 'private, no-store',
      'content-type': 'application/vnd.apple.pkpass',
      'last-modified': pass.changedAt.toUTCString(),
    },
  })
}

const MAX_LOGGED = 10

/** Logs sent by devices. Their size is limited, because anyone can send them. */
const logs = z.object({ logs: z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(100)) })

async function answerLog(context: Context, request: ApiRequest): Promise<Response> {
  const body = logs.safeParse(await readJson(request))
  if (!body.success) return empty(400)
  for (const message of body.data.logs.slice(0, MAX_LOGGED))
    context.log.debug({ message }, 'Apple Wallet reports')
  return empty(200)
}

/** Parses the body of a request. Returns undefined for a body that is too large or isn't JSON. */
async function readJson(request: ApiRequest): Promise<unknown> {
  try {
    const bytes = await readBytes(request.req.raw, MAX_BODY_BYTES)
    return bytes && JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
