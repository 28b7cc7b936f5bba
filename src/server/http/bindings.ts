import type { Endpoint } from '#contracts/endpoint.ts'
import type { AccountCall, UploadCall, UseCase, VisitorCall } from '../use-case.ts'

/** Binds a contract that anyone may call. */
export type Bind = <E extends Endpoint>(contract: E, useCase: UseCase<E, VisitorCall>) => void

/** Binds a contract for whoever is signed in. */
export type BindSignedIn = <E extends Endpoint>(contract: E, useCase: UseCase<E, AccountCall>) => void

/** The same, for a contract whose body is a file of so many bytes at most. */
export type BindUpload = <E extends Endpoint>(
  contract: E,
  useCase: UseCase<E, AccountCall & UploadCall>,
  mostBytes: number,
) => void
