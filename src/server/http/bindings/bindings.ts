import type { Endpoint } from '#contracts/platform/endpoint.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import type { CallBy, UploadCall, UseCase } from '#server/use-case.ts'

export type Bind = <E extends Endpoint>(contract: E, useCase: UseCase<E, CallBy[E['access']]>) => void

/** Binds a contract whose body is a file. The limit counts the promoter's or account's requests before files are read. */
export type BindUpload = <E extends UploadEndpoint>(
  contract: E,
  useCase: UseCase<E, CallBy[E['access']] & UploadCall>,
  limit: Limit,
) => void

export type UploadEndpoint = Endpoint & { access: 'account' | 'promoter' | 'operator' }
