import { Hono } from 'hono'
import type { Endpoint, Method } from '#contracts/endpoint.ts'
import { fail, failStorage } from '#contracts/errors.ts'
import { paymentWebhook } from '#contracts/payments.ts'
import { urls } from '#contracts/urls.ts'
import type { Context } from '../context.ts'
import { isDatabaseDown } from '../db/is-database-down.ts'
import { receiveWebhook } from '../payments/receive-webhook.ts'
import { UploadStoreDown } from '../uploads/upload-store.ts'
import { answerPromoCodes, PROMO_CODES_FILE } from './answer-promo-codes.ts'
import { answerApiDocument, API_DOCUMENT } from './answer-api-document.ts'
import { answerReport, REPORT_FILES } from './answer-report.ts'
import { answerStatement, STATEMENT_FORMATS, statementRoute } from './answer-statement.ts'
import { answerUpload } from './answer-upload.ts'
import { bindAll } from './bind-all.ts'
import { observed } from './observe-result.ts'
import { answerExport, EXPORTS } from './console/answer-export.ts'
import type { Bind, BindPromoter, BindPromoterUpload, BindSignedIn, BindUpload } from './bindings.ts'
import {
  envelope,
  handle,
  handlePromoter,
  handleSignedIn,
  handleUpload,
  knowAccount,
  knowPromoter,
  readCaller,
  receiveText,
  type ApiBindings,
} from './endpoint.ts'

type Api = Hono<{ Bindings: ApiBindings }>

interface Route {
  method: Method
  path: string
}

/** Files that were uploaded are here too, so that they are answered under `astro dev` as well. */
const UPLOADED: Route = { method: 'GET', path: urls.upload('{name}') }

/** Every contract bound to its use case, noun by noun. Everything under /api answers with the envelope, 404 and 405 too. */
export function createApi(context: Context): Api {
  const app: Api = new Hono()
  const bound: Route[] = []
  const bind: Bind = (contract, useCase) => {
    bound.push(expectAccess(contract, 'anyone'))
    app.on(contract.method, routeOf(contract), handle(context, contract, useCase))
  }
  const bindSignedIn: BindSignedIn = (contract, useCase) => {
    bound.push(expectAccess(contract, 'account'))
    app.on(contract.method, routeOf(contract), handleSignedIn(context, contract, useCase))
  }
  const bindUpload: BindUpload = (contract, useCase) => {
    bound.push(expectAccess(contract, 'account'))
    const upload = { know: knowAccount, useCase }
    app.on(contract.method, routeOf(contract), handleUpload(context, contract, upload))
  }
  const bindPromoter: BindPromoter = (contract, useCase) => {
    bound.push(expectScope(contract))
    app.on(contract.method, routeOf(contract), handlePromoter(context, contract, useCase))
  }
  const bindPromoterUpload: BindPromoterUpload = (contract, useCase) => {
    bound.push(expectScope(contract))
    const upload = { know: knowPromoter, useCase }
    app.on(contract.method, routeOf(contract), handleUpload(context, contract, upload))
  }
  bound.push(...bindExports(context, app))
  bindAll({ bind, bindSignedIn, bindUpload, bindPromoter, bindPromoterUpload })

  bound.push(paymentWebhook)
  app.post(routeOf(paymentWebhook), async (request) => {
    const signature = request.req.header(context.payments.signatureHeader) ?? ''
    const sent = await receiveText(paymentWebhook, request)
    if (!sent.success) return envelope(sent)
    const result = await receiveWebhook(context, { rawBody: sent.data ?? '', signature })
    return envelope(observed(context, paymentWebhook, { call: readCaller(context, request), result }))
  })

  bound.push(...bindFiles(context, app))

  refuseOtherMethods(app, bound)
  app.notFound(() => envelope(fail('NOT_FOUND')))
  app.onError((error, request) => {
    const requestId = request.env?.outgoing?.getHeader('x-request-id')
    context.log.error({ err: error, requestId, path: request.req.path }, 'A request broke')
    if (error instanceof UploadStoreDown) return envelope(failStorage())
    return envelope(fail(isDatabaseDown(error) ? 'UNAVAILABLE' : 'INTERNAL_ERROR'))
  })
  return app
}

/** What is answered as a file, and refused in the envelope. */
function bindFiles(context: Context, app: Api): Route[] {
  for (const format of STATEMENT_FORMATS)
    app.get(routeOf(statementRoute(format)), (request) => answerStatement(context, request, format))
  for (const file of REPORT_FILES) app.get(routeOf(file), (request) => answerReport(context, request, file))
  app.get(routeOf(PROMO_CODES_FILE), (request) => answerPromoCodes(context, request))
  app.get(routeOf(API_DOCUMENT), (request) => answerApiDocument(context, request))
  app.get(routeOf(UPLOADED), (request) => answerUpload(context, request))
  return [API_DOCUMENT, UPLOADED, ...STATEMENT_FORMATS.map(statementRoute), ...REPORT_FILES, PROMO_CODES_FILE]
}

/** Bound before the orders themselves, whose ids would have any name. */
function bindExports(context: Context, app: Api): readonly Route[] {
  for (const file of EXPORTS) app.get(file.path, (request) => answerExport(context, request, file))
  return EXPORTS
}

/** Whoever binds a contract to the wrong door learns it at the start. */
function expectAccess(contract: Endpoint, access: Endpoint['access']): Endpoint {
  if (contract.access !== access)
    throw new Error(`${contract.method} ${contract.path} is for ${contract.access}.`)
  return contract
}

function expectScope(contract: Endpoint): Endpoint {
  if (!contract.scope) throw new Error(`${contract.method} ${contract.path} has no scope.`)
  return expectAccess(contract, 'promoter')
}

/** Contracts write `{id}`, the router `:id`. */
const routeOf = ({ path }: Pick<Route, 'path'>): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

function refuseOtherMethods(app: Api, bound: readonly Route[]): void {
  for (const [route, contracts] of Map.groupBy(bound, routeOf)) {
    const methods = contracts.map((contract) => contract.method)
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    app.all(route, () => {
      const refusal = envelope(fail('METHOD_NOT_ALLOWED'))
      refusal.headers.set('Allow', allowed.join(', '))
      return refusal
    })
  }
}
