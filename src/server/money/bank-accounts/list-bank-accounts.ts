import type { listBankAccounts as contract } from '#contracts/console/bank-accounts.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { viewBankAccounts } from './view-bank-accounts.ts'

export const listBankAccounts: UseCase<typeof contract, PromoterCall> = async (context, { promoterId }) =>
  succeed(await viewBankAccounts(context.db, { promoterId, now: new Date(context.clock.now()) }))
