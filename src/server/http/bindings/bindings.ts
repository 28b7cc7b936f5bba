import type { Endpoint } from '#contracts/platform/endpoint.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import type {
  AccountCall,
  MemberCall,
  PromoterCall,
  UploadCall,
  UseCase,
  VisitorCall,
} from '#server/use-case.ts'

/** Binds a public contract. */
export type Bind = <E extends Endpoint>(contract: E, useCase: UseCase<E, VisitorCall>) => void

/** Binds a contract for signed-in accounts. */
export type BindSignedIn = <E extends Endpoint>(contract: E, useCase: UseCase<E, AccountCall>) => void

/** Binds a contract for members with its permission. */
export type BindMember = <E extends Endpoint>(contract: E, useCase: UseCase<E, MemberCall>) => void

/** Binds a contract for signed-in accounts whose body is a file. The limit counts an account's requests, before their files are read. */
export type BindUpload = <E extends Endpoint>(
  contract: E,
  useCase: UseCase<E, AccountCall & UploadCall>,
  limit: Limit,
) => void

/** Binds a contract for members whose role covers its scope, and for API keys. */
export type BindPromoter = <E extends Endpoint>(contract: E, useCase: UseCase<E, PromoterCall>) => void

/** Binds a contract for operators. */
export type BindOperator = <E extends Endpoint>(contract: E, useCase: UseCase<E, AccountCall>) => void

/** Like `BindPromoter`, for a contract whose body is a file. The limit counts a promoter's requests, before their files are read. */
export type BindPromoterUpload = <E extends Endpoint>(
  contract: E,
  useCase: UseCase<E, PromoterCall & UploadCall>,
  limit: Limit,
) => void
