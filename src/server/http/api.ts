import { Hono } from 'hono'
import type { Endpoint, Method } from '#contracts/platform/endpoint.ts'
import { fail, failStorageUnavailable, type ErrorCode } from '#contracts/platform/errors.ts'
import { paymentWebhook } from '#contracts/checkout/payments.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { Context } from '#server/context.ts'
import { NoPrimary } from '#server/platform/db/find-primary.ts'
import { isDatabaseDown, isReadOnlyRefusal } from '#server/platform/db/is-database-down.ts'
import { receiveWebhook } from '#server/money/payments/receive-webhook.ts'
import { isAccountDeleted } from '#server/people/accounts/is-account-deleted.ts'
import { isUploadStoreDown } from '#server/platform/uploads/upload-store.ts'
import { answerOperatorLog, OPERATOR_LOG_FILE } from '#server/http/operator/answer-operator-log.ts'
import { answerBankFile, BANK_FILE } from '#server/http/answers/answer-bank-file.ts'
import { answerPromoCodes, PROMO_CODES_FILE } from '#server/http/answers/answer-promo-codes.ts'
import { answerApiDocument, API_DOCUMENT } from '#server/http/answers/answer-api-document.ts'
import { answerDoorSnapshot, DOOR_SNAPSHOT } from '#server/http/answers/portal/answer-door-snapshot.ts'
import { APPLE_WALLET_ROUTES } from '#server/http/answers/wallets/apple-wallet-routes.ts'
import { answerReport, REPORT_FILES } from '#server/http/answers/answer-report.ts'
import { answerStatement, STATEMENT_FORMATS, statementRoute } from '#server/http/answers/answer-statement.ts'
import { STATEMENT_FILES } from '#server/http/answers/answer-settlement-statement.ts'
import { answerUpload } from '#server/http/answers/answer-upload.ts'
import { bindAll } from '#server/http/bindings/bind-all.ts'
import { logSecurityResult } from '#server/http/bindings/log-security-result.ts'
import {
  answerFeeInvoice,
  answerOperatorFeeInvoice,
  answerOperatorFeeInvoices,
  FEE_INVOICE_FILE,
  OPERATOR_FEE_INVOICE_FILE,
  OPERATOR_FEE_INVOICES_FILE,
} from './answers/answer-fee-invoice.ts'
import { answerExport, EXPORTS } from './console/answer-export.ts'
import type { Bind, BindUpload } from '#server/http/bindings/bindings.ts'
import { readCaller, type ApiBindings, type ApiRequest } from './callers.ts'
import { toEnvelope } from './envelope.ts'
import { receiveText } from './parse-request.ts'
import { createHandler, handleUpload } from '#server/http/bindings/endpoint.ts'

type Api = Hono<{ Bindings: ApiBindings }>

interface Address {
  method: Method
  path: string
}

interface Route extends Address {
  handle: (request: ApiRequest) => Response | Promise<Response>
}

/** Uploaded files have a route of the API, so that `astro dev` serves them too. */
const UPLOADED: Address = { method: 'GET', path: urls.upload('{name}') }

/**
 * Creates the API, which binds every contract to its use case. All responses under /api use the envelope, including 404 and
 * 405.
 */
export function createApi(context: Context): Api {
  const app: Api = new Hono()
  addRoutes(app, [...contractRoutes(context), webhookRoute(context), ...fileRoutes(context)])
  app.notFound(() => toEnvelope(fail('NOT_FOUND')))
  app.onError((error, request) => {
    const requestId = request.env?.outgoing?.getHeader('x-request-id')
    context.log.error({ err: error, requestId, path: request.req.path }, 'A request failed')
    if (isUploadStoreDown(error)) return toEnvelope(failStorageUnavailable())
    return toEnvelope(fail(codeOfError(context, error, request.req.method)))
  })
  return app
}

/**
 * Returns the error code for an exception. READ_ONLY guarantees that nothing was changed: the database rejected the write,
 * or no primary could be reached. After a lost connection it isn't used, because the write may have been committed; nor is
 * it for reads.
 */
function codeOfError({ writeAccess }: Context, error: unknown, method: string): ErrorCode {
  if (isAccountDeleted(error)) return 'UNAUTHENTICATED'
  if (!isDatabaseDown(error)) return 'INTERNAL_ERROR'
  // Starts a check of the database without waiting for it. Later requests use the result.
  writeAccess.notice(error)
  const isRefused =
    isReadOnlyRefusal(error) || (writeAccess.isReadOnly() && method !== 'GET' && error instanceof NoPrimary)
  return isRefused ? 'READ_ONLY' : 'UNAVAILABLE'
}

function contractRoutes(context: Context): Route[] {
  const routes: Route[] = []
  const add = ({ method, path }: Endpoint, handle: Route['handle']): void => {
    routes.push({ method, path, handle })
  }
  const bind: Bind = (contract, useCase) => add(contract, createHandler(context, contract, useCase))
  const bindUpload: BindUpload = (contract, useCase, limit) =>
    add(contract, handleUpload(context, contract, { limit, useCase }))
  bindAll({ bind, bindUpload })
  return routes
}

/** Reads the body as text, because the provider signs the raw body. */
function webhookRoute(context: Context): Route {
  const { method, path } = paymentWebhook
  return {
    method,
    path,
    handle: async (request) => {
      const signature = request.req.header(context.payments.signatureHeader) ?? ''
      const sent = await receiveText(paymentWebhook, request)
      if (!sent.success) return toEnvelope(sent)
      const result = await receiveWebhook(context, { rawBody: sent.data ?? '', signature })
      return toEnvelope(
        logSecurityResult(context, paymentWebhook, { call: readCaller(context, request), result }),
      )
    },
  }
}

function fileRoutes(context: Context): Route[] {
  return [
    ...EXPORTS.map((file) => fileRoute(file, (request) => answerExport(context, request, file))),
    ...STATEMENT_FORMATS.map((format) =>
      fileRoute(statementRoute(format), (request) => answerStatement(context, request, format)),
    ),
    fileRoute(FEE_INVOICE_FILE, (request) => answerFeeInvoice(context, request)),
    fileRoute(OPERATOR_FEE_INVOICE_FILE, (request) => answerOperatorFeeInvoice(context, request)),
    fileRoute(OPERATOR_FEE_INVOICES_FILE, (request) => answerOperatorFeeInvoices(context, request)),
    ...REPORT_FILES.map((file) => fileRoute(file, (request) => answerReport(context, request, file))),
    fileRoute(OPERATOR_LOG_FILE, (request) => answerOperatorLog(context, request)),
    ...STATEMENT_FILES.map((file) =>
      fileRoute(file, (request) => file.answer(context, request, file.format)),
    ),
    fileRoute(BANK_FILE, (request) => answerBankFile(context, request)),
    fileRoute(PROMO_CODES_FILE, (request) => answerPromoCodes(context, request)),
    ...APPLE_WALLET_ROUTES.map((route) => fileRoute(route, (request) => route.answer(context, request))),
    fileRoute(DOOR_SNAPSHOT, (request) => answerDoorSnapshot(context, request)),
    fileRoute(API_DOCUMENT, (request) => answerApiDocument(context, request)),
    fileRoute(UPLOADED, (request) => answerUpload(context, request)),
  ]
}

const fileRoute = ({ method, path }: Address, handle: Route['handle']): Route => ({ method, path, handle })

/**
 * Adds static paths before parameterised ones (`/api/domains/look` before `/api/domains/{id}`), and all methods of a path
 * together, so that other methods get 405 with the list of allowed ones.
 */
function addRoutes(app: Api, routes: readonly Route[]): void {
  const byPath = Map.groupBy(routes, ({ path }) => routerPath(path))
  const paths = [...byPath].toSorted(([one], [other]) => compareTexts(fixedFirst(one), fixedFirst(other)))
  for (const [path, own] of paths) {
    for (const route of own) app.on(route.method, path, recorded(route))
    const allowed = allowedMethods(own).join(', ')
    app.all(path, () => {
      const refusal = toEnvelope(fail('METHOD_NOT_ALLOWED'))
      refusal.headers.set('Allow', allowed)
      return refusal
    })
  }
}

/** Adds the contract to the request's record. */
const recorded =
  ({ method, path, handle }: Route): Route['handle'] =>
  (request) => {
    const record = request.env?.record
    if (record) record.endpoint = `${method} ${path}`
    return handle(request)
  }

function allowedMethods(routes: readonly Address[]): string[] {
  const methods = routes.map(({ method }) => method)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}

const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Returns the sort key of a path. `~` sorts after every character of a static segment. */
const fixedFirst = (path: string): string => path.replaceAll(':', '~')

const compareTexts = (one: string, other: string): number => (one < other ? -1 : 1)
