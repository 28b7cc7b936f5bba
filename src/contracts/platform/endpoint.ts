import type * as z from 'zod/mini'
import type { StaffPermission } from '#model/people/members.ts'
import type { Scope } from '#model/people/scopes.ts'
import type { DoorRight } from '#model/sales/door/rights.ts'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Callers that an endpoint accepts:
 *
 * - `account`: a signed-in account, by its bearer token; otherwise UNAUTHENTICATED.
 * - `member`: a member of the promoter who has the endpoint's permission; otherwise FORBIDDEN, or NOT_FOUND if the caller doesn't work for the
 *   promoter. Members access only their own data, unless the contract says otherwise.
 * - `promoter`: a member whose role covers the endpoint's scope, or an API key with this scope, by bearer token; otherwise FORBIDDEN.
 * - `door`: a member with `door:scan`, or a paired device that has the endpoint's right, by the token of its pairing; otherwise FORBIDDEN.
 * - `operator`: an account that runs the platform, on the main site, in a session that used a second factor; otherwise FORBIDDEN.
 * - `signature`: a provider that has signed the body.
 */
export type Access = 'anyone' | 'account' | 'member' | 'door' | 'promoter' | 'operator' | 'signature'

/** Whether the `Idempotency-Key` header is required or optional. A retry with the same key returns the first result. */
type KeyRule = 'required' | 'optional' | undefined

type Schema = z.ZodMiniType

export const DEFAULT_MAX_BODY_BYTES = 16 * 1024

export const IDEMPOTENCY_KEY_LIMIT = 200

/** Contract of an endpoint. The server validates requests with it, the browser calls it, and the API reference is generated from it. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Data extends Schema = Schema,
  Code extends ErrorCode = ErrorCode,
  Who extends Access = Access,
  Key extends KeyRule = KeyRule,
> {
  /** Description in the OpenAPI document. Undefined in the browser, because the build removes it (`scripts/drop-descriptions.ts`). */
  description: string
  method: Method
  /** Path with parameters in braces, for example `{id}`. */
  path: `/api/${string}`
  access: Who
  /** Scope that the caller needs. Required for `access: 'promoter'`, and not allowed otherwise. */
  scope?: Scope
  /** Permission that the caller needs. Required for `access: 'member'`, and not allowed otherwise. */
  permission?: StaffPermission
  /** Right that the caller needs. Required for `access: 'door'`, and not allowed otherwise. */
  right?: DoorRight
  params: Params
  query: Query
  body: Body
  /** Size limit of the body or the uploaded file; default 16 KB. */
  maxBodyBytes?: number
  /**
   * True for endpoints of the specification and of WebAuthn. All other endpoints refuse unknown fields with a
   * validation error.
   */
  allowsUnknownFields?: boolean
  data: Data
  /** Error codes in addition to those that follow from access and input (`CodeOf`). */
  errors?: readonly Code[]
  /** Number of seconds for which a successful response may be cached publicly. Not cached when omitted. */
  maxAgeSeconds?: number
  /** HTTP status of a successful response; default 200. */
  status?: 200 | 201
  /** Whether callers send an `Idempotency-Key`. When omitted, the header is ignored. */
  idempotencyKey: Key
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined
type Given<S> = S extends Schema ? z.input<S> : undefined
type Present<T> = { [Key in keyof T as T[Key] extends undefined ? never : Key]: T[Key] }

/** Input of an endpoint on the server, after validation. */
export type InputOf<E extends Endpoint> = Present<{
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}> &
  (E['idempotencyKey'] extends 'required' ? { idempotencyKey: string } : unknown)

/** Input of an endpoint for callers, before validation. */
export type RequestOf<E extends Endpoint> = Present<{
  params: Given<E['params']>
  query: Given<E['query']>
  body: Given<E['body']>
}>

export type DataOf<E extends Endpoint> = z.output<E['data']>

/** Error codes of an endpoint: those it declares, and those that follow from its access and input. */
export type CodeOf<E extends Endpoint> =
  | NonNullable<E['errors']>[number]
  | 'BAD_REQUEST'
  | 'UNAVAILABLE'
  | ([E['params'], E['query'], E['body'], E['idempotencyKey']] extends [
      undefined,
      undefined,
      undefined,
      undefined,
    ]
      ? never
      : 'VALIDATION_ERROR')
  | (HasObjectId<E['params']> extends true ? 'NOT_FOUND' : never)
  | (E['access'] extends 'account' | 'member' | 'door' | 'promoter' | 'operator' ? 'UNAUTHENTICATED' : never)
  | (E['access'] extends 'operator' ? 'FORBIDDEN' : never)
  | (E['access'] extends 'member' ? 'FORBIDDEN' | 'NOT_FOUND' : never)
  | (E['access'] extends 'door' ? 'FORBIDDEN' | 'NOT_FOUND' | 'DEVICE_REVOKED' | 'DEVICE_ENDED' : never)
  | (E['access'] extends 'promoter' ? 'FORBIDDEN' | 'RATE_LIMITED' : never)

/** True if a path parameter is an `objectId`. */
type HasObjectId<Params> =
  Params extends z.ZodMiniObject<infer Shape>
    ? Extract<Shape[keyof Shape], z.ZodMiniGUID> extends never
      ? false
      : true
    : false

type Definition<
  Params,
  Query,
  Body,
  Data extends Schema,
  Code extends ErrorCode,
  Who extends Access,
  Key extends KeyRule,
> = Omit<
  Endpoint<undefined, undefined, undefined, Data, Code, Who>,
  'params' | 'query' | 'body' | 'idempotencyKey'
> & { params?: Params; query?: Query; body?: Body; idempotencyKey?: Key } & (Who extends keyof Requirements
    ? Requirements[Who]
    : unknown)

interface Requirements {
  promoter: { scope: Scope }
  member: { permission: StaffPermission }
  door: { right: DoorRight }
}

export const endpoint = <
  Data extends Schema,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  const Code extends ErrorCode = never,
  Who extends Access = Access,
  const Key extends KeyRule = undefined,
>(
  definition: Definition<Params, Query, Body, Data, Code, Who, Key>,
): Endpoint<Params, Query, Body, Data, Code, Who, Key> =>
  // The type parameters are `undefined` for omitted parts, which TypeScript can't infer.
  definition as Endpoint<Params, Query, Body, Data, Code, Who, Key>
