import type * as z from 'zod/mini'
import type { StaffPermission } from '#model/members.ts'
import type { Scope } from '#model/scopes.ts'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: the one place that says it. `account`: whoever is signed in, by the bearer token (without one, UNAUTHENTICATED);
 * `member`: whoever works for the promoter that is meant and has the endpoint's permission there (else FORBIDDEN; NOT_FOUND at a
 * promoter that the caller doesn't work for), about themselves unless the contract says more; `promoter`: a member whose
 * role covers the endpoint's scope, or an API key that has it (else FORBIDDEN), both as bearer; `signature`: a provider whose
 * signed body is the proof.
 */
export type Access = 'anyone' | 'account' | 'member' | 'promoter' | 'signature'

type Schema = z.ZodMiniType

/** Of a body, where its contract doesn't say more. */
export const DEFAULT_MAX_BODY_BYTES = 16 * 1024

/** An endpoint as data: the server binds it to a use case, the browser calls it, the reference page prints it. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Data extends Schema = Schema,
  Code extends ErrorCode = ErrorCode,
  Who extends Access = Access,
> {
  method: Method
  /** `{name}` marks a parameter. */
  path: `/api/${string}`
  access: Who
  /** Of what is open to promoters, and only there. */
  scope?: Scope
  /** Of what is open to members, and only there. */
  permission?: StaffPermission
  params: Params
  query: Query
  body: Body
  /** Of the body, 16 KB unless said otherwise; of what is sent as a file, the file. */
  maxBodyBytes?: number
  /**
   * Fields of the body that are not in its schema are passed over. Only where others decide what is sent, the specification's own
   * callers or a browser's WebAuthn: everywhere else they are refused by name.
   */
  allowsUnknownFields?: boolean
  data: Data
  /** Error codes beyond those that access and input imply (`CodeOf`). */
  errors: readonly Code[]
  /** Seconds that anyone may keep a successful answer. Without it nobody keeps it. */
  maxAgeSeconds?: number
  /** The status of a success, 200 unless said otherwise. */
  status?: 200 | 201
  /** Whether an `Idempotency-Key` header has to come along, or may: the same key asks for the same thing, once. */
  idempotencyKey?: 'required' | 'optional'
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined
type Given<S> = S extends Schema ? z.input<S> : undefined
type Present<T> = { [Key in keyof T as T[Key] extends undefined ? never : Key]: T[Key] }

/** What a use case receives. */
export type InputOf<E extends Endpoint> = Present<{
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}>

/** What a caller passes. */
export type CallOf<E extends Endpoint> = Present<{
  params: Given<E['params']>
  query: Given<E['query']>
  body: Given<E['body']>
}>

export type DataOf<E extends Endpoint> = z.output<E['data']>

/** Error codes of a use case: those that its contract declares, and those that its access and input imply. */
export type CodeOf<E extends Endpoint> =
  | E['errors'][number]
  | 'BAD_REQUEST'
  | 'UNAVAILABLE'
  | ([E['params'], E['query'], E['body']] extends [undefined, undefined, undefined]
      ? never
      : 'VALIDATION_ERROR')
  | (E['access'] extends 'account' | 'member' | 'promoter' ? 'UNAUTHENTICATED' : never)
  | (E['access'] extends 'member' ? 'FORBIDDEN' | 'NOT_FOUND' : never)
  | (E['access'] extends 'promoter' ? 'FORBIDDEN' | 'RATE_LIMITED' : never)

type Definition<Params, Query, Body, Data extends Schema, Code extends ErrorCode, Who extends Access> = Omit<
  Endpoint<undefined, undefined, undefined, Data, Code, Who>,
  'params' | 'query' | 'body'
> & { params?: Params; query?: Query; body?: Body }

export const endpoint = <
  Data extends Schema,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  const Code extends ErrorCode = never,
  Who extends Access = Access,
>(
  definition: Definition<Params, Query, Body, Data, Code, Who>,
): Endpoint<Params, Query, Body, Data, Code, Who> =>
  // A part that is left out is undefined, which is then what its type says.
  definition as Endpoint<Params, Query, Body, Data, Code, Who>
