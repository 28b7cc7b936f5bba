import type * as z from 'zod/mini'
import type { StaffPermission } from '#model/people/members.ts'
import type { Scope } from '#model/people/scopes.ts'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call the endpoint. `account`: a signed-in account, by bearer token (else UNAUTHENTICATED). `member`: a member of the
 * promoter with the endpoint's permission (else FORBIDDEN; NOT_FOUND at a promoter that the caller doesn't work for), for their
 * own data unless the contract says more. `promoter`: a member whose role covers the endpoint's scope, or an API key that has it
 * (else FORBIDDEN), both as bearer token. `operator`: an account that runs the platform, on the main site, in a session that used a
 * second factor (else FORBIDDEN). `signature`: a provider, by the signature of the body.
 */
export type Access = 'anyone' | 'account' | 'member' | 'promoter' | 'operator' | 'signature'

/** Whether an `Idempotency-Key` header is required or accepted: a retry with the same key returns the first result. */
type KeyRule = 'required' | 'optional' | undefined

type Schema = z.ZodMiniType

/** Default of `maxBodyBytes`. */
export const DEFAULT_MAX_BODY_BYTES = 16 * 1024

export const IDEMPOTENCY_KEY_LIMIT = 200

/** An endpoint as data: the server binds it to a use case, the browser calls it, the reference page prints it. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Data extends Schema = Schema,
  Code extends ErrorCode = ErrorCode,
  Who extends Access = Access,
  Key extends KeyRule = KeyRule,
> {
  /** What the endpoint does, for the OpenAPI document. Undefined in the browser: `scripts/drop-descriptions.ts`. */
  description: string
  method: Method
  /** `{name}` marks a parameter. */
  path: `/api/${string}`
  access: Who
  /** Required for, and only for, `access: 'promoter'`. */
  scope?: Scope
  /** Required for, and only for, `access: 'member'`. */
  permission?: StaffPermission
  params: Params
  query: Query
  body: Body
  /** Size limit of the body or uploaded file; default 16 KB. */
  maxBodyBytes?: number
  /** Only for callers named by the specification and for WebAuthn. Elsewhere unknown fields are a validation error. */
  allowsUnknownFields?: boolean
  data: Data
  /** Error codes beyond those that access and input imply (`CodeOf`). */
  errors: readonly Code[]
  /** Seconds that a successful response may be cached publicly; not cached when omitted. */
  maxAgeSeconds?: number
  /** HTTP status of a success; default 200. */
  status?: 200 | 201
  /** Without a rule, the header is ignored. */
  idempotencyKey: Key
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined
type Given<S> = S extends Schema ? z.input<S> : undefined
type Present<T> = { [Key in keyof T as T[Key] extends undefined ? never : Key]: T[Key] }

export type InputOf<E extends Endpoint> = Present<{
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}> &
  (E['idempotencyKey'] extends 'required' ? { idempotencyKey: string } : unknown)

export type CallOf<E extends Endpoint> = Present<{
  params: Given<E['params']>
  query: Given<E['query']>
  body: Given<E['body']>
}>

export type DataOf<E extends Endpoint> = z.output<E['data']>

/** Error codes of an endpoint: those that its contract declares, and those that its access and input imply. */
export type CodeOf<E extends Endpoint> =
  | E['errors'][number]
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
  | (E['access'] extends 'account' | 'member' | 'promoter' | 'operator' ? 'UNAUTHENTICATED' : never)
  | (E['access'] extends 'operator' ? 'FORBIDDEN' : never)
  | (E['access'] extends 'member' ? 'FORBIDDEN' | 'NOT_FOUND' : never)
  | (E['access'] extends 'promoter' ? 'FORBIDDEN' | 'RATE_LIMITED' : never)

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
> & { params?: Params; query?: Query; body?: Body; idempotencyKey?: Key }

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
  // An omitted part is undefined, as its type says.
  definition as Endpoint<Params, Query, Body, Data, Code, Who, Key>
