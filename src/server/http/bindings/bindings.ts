import type { Endpoint } from '#contracts/platform/endpoint.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import type {
  AccountCall,
  DoorCall,
  MemberCall,
  PromoterCall,
  UploadCall,
  UseCase,
  VisitorCall,
} from '#server/use-case.ts'

export type Bind = <E extends Endpoint>(contract: E, useCase: UseCase<E, VisitorCall>) => void

export type BindSignedIn = <E extends Endpoint>(contract: E, useCase: UseCase<E, AccountCall>) => void

export type BindMember = <E extends Endpoint>(contract: E, useCase: UseCase<E, MemberCall>) => void

/** Binds a contract for members and paired devices at the door. */
export type BindDoor = <E extends Endpoint>(contract: E, useCase: UseCase<E, DoorCall>) => void

export type BindUpload = <E extends Endpoint>(
  contract: E,
  useCase: UseCase<E, AccountCall & UploadCall>,
  limit: Limit,
) => void

export type BindPromoter = <E extends Endpoint>(contract: E, useCase: UseCase<E, PromoterCall>) => void

export type BindOperator = <E extends Endpoint>(contract: E, useCase: UseCase<E, AccountCall>) => void

export type BindOperatorUpload = BindUpload

/** Like `BindPromoter`, for a contract whose body is a file. The limit counts the promoter's requests before files are read. */
export type BindPromoterUpload = <E extends Endpoint>(
  contract: E,
  useCase: UseCase<E, PromoterCall & UploadCall>,
  limit: Limit,
) => void
