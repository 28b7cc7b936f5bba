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

export type Bind = <E extends Endpoint>(contract: E, useCase: UseCase<E, VisitorCall>) => void

export type BindSignedIn = <E extends Endpoint>(contract: E, useCase: UseCase<E, AccountCall>) => void

export type BindMember = <E extends Endpoint>(contract: E, useCase: UseCase<E, MemberCall>) => void

export type BindUpload = <E extends Endpoint>(
  contract: E,
  useCase: UseCase<E, AccountCall & UploadCall>,
  limit: Limit,
) => void

export type BindPromoter = <E extends Endpoint>(contract: E, useCase: UseCase<E, PromoterCall>) => void

/** Binds a contract for operators. */
export type BindOperator = <E extends Endpoint>(contract: E, useCase: UseCase<E, AccountCall>) => void

/** Like `BindPromoter`, for a contract whose body is a file. The limit counts a promoter's requests, before their files are read. */
export type BindPromoterUpload = <E extends Endpoint>(
  contract: E,
  useCase: UseCase<E, PromoterCall & UploadCall>,
  limit: Limit,
) => void
