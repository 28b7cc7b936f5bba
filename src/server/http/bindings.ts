import type { Endpoint } from '#contracts/endpoint.ts'
import type { AccountCall, UseCase, VisitorCall } from '../use-case.ts'

/** Binds a contract that anyone may call. */
export type Bind = <E extends Endpoint>(contract: E, useCase: UseCase<E, VisitorCall>) => void

/** Binds a contract for whoever is signed in. */
export type BindSignedIn = <E extends Endpoint>(contract: E, useCase: UseCase<E, AccountCall>) => void
