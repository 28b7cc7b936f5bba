import type { FormerMember, listMembers as contract, StaffMember } from '#contracts/console/staff/staff.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { listMemberBalances } from './balance-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listFormerMembers, listMemberRows, type FormerMemberRow, type MemberRow } from './member-rows.ts'

export const listMembers: UseCase<typeof contract, PromoterCall> = async (context, { promoterId, actor }) => {
  const [members, former] = await Promise.all([
    listMemberRows(context.db, promoterId),
    listFormerMembers(context.db, promoterId),
  ])
  return succeed({
    members: members.map((row) => viewMember(row, actor.accountId)),
    former: await Promise.all(former.map((row) => viewFormer(context, promoterId, row))),
  })
}

export const viewMember = ({ joinedAt, ...row }: MemberRow, callerId: string | null): StaffMember => ({
  ...row,
  joinedAt: joinedAt.toISOString(),
  isYou: row.accountId === callerId,
})

async function viewFormer(
  context: Context,
  promoterId: string,
  { accountId, name, removedAt }: FormerMemberRow,
): Promise<FormerMember> {
  const now = new Date(context.clock.now())
  const balances = await listMemberBalances(context.db, { promoterId, memberId: accountId, now })
  const owed = balances
    .map(({ currency, availableCents, pendingCents }) => ({
      currency,
      available: toMajor(availableCents, currency),
      pending: toMajor(pendingCents, currency),
    }))
    .filter(({ available, pending }) => available !== 0 || pending !== 0)
  return { accountId, name, removedAt: removedAt.toISOString(), owed }
}
