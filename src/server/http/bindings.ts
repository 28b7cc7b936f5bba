import type { Endpoint } from '#contracts/endpoint.ts'
import type { AccountCall, MemberCall, PromoterCall, UploadCall, UseCase, VisitorCall } from '../use-case.ts'

/** Binds a contract that anyone may call. */
export type Bind = <E extends Endpoint>(contract: E, useCase: UseCase<E, VisitorCall>) => void

/** Binds a contract for whoever is signed in. */
export type BindSignedIn = <E extends Endpoint>(contract: E, useCase: UseCase<E, AccountCall>) => void

/** Binds a contract for members with its permission. */
export type BindMember = <E extends Endpoint>(contract: E, useCase: UseCase<E, MemberCall>) => void

/** For whoever is signed in, for a contract whose body is a file. */
export type BindUpload = <E extends Endpoint>(
  contract: E,
  useCase: UseCase<E, AccountCall & UploadCall>,
) => void

/** Binds a contract for whoever acts for a promoter: a member whose role covers its scope, or an API key. */
export type BindPromoter = <E extends Endpoint>(contract: E, useCase: UseCase<E, PromoterCall>) => void

/** The same, for a contract whose body is a file. */
export type BindPromoterUpload = <E extends Endpoint>(
  contract: E,
  useCase: UseCase<E, PromoterCall & UploadCall>,
) => void
