import type { DataOf, Endpoint, InputOf } from '#contracts/endpoint.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import type { Result } from '#model/result.ts'
import type { Site } from '#model/sites.ts'
import type { Context } from './context.ts'

/** What every call knows besides its own input. */
export interface Caller {
  site: Site
  /** Value of the `Idempotency-Key` header, where there is one. */
  idempotencyKey?: string | undefined
}

/** One shape for everything that Foyer does on request: pages call it directly, the API binds it to its contract. */
export type UseCase<E extends Endpoint> = (
  context: Context,
  call: InputOf<E> & Caller,
) => Promise<Result<DataOf<E>, ErrorCode>>
