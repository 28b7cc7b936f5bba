import type { getSecurity as contract } from '#contracts/account/second-factors.ts'
import { succeed } from '#model/platform/result.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { readSecurityState } from './second-factor-rows.ts'

export const getSecurity: UseCase<typeof contract, AccountCall> = async (context, { account }) =>
  succeed(await readSecurityState(context.db, account.id))
