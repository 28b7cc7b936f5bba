import type {
  dismissChecklist as closeContract,
  getChecklist as contract,
} from '#contracts/console/checklist.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { dismissChecklistOf, findChecklistState } from './promoter-rows.ts'

export const getChecklist: UseCase<typeof contract, PromoterCall> = async (context, { promoterId }) => {
  const facts = await findChecklistState(context.db, promoterId)
  if (!facts) return fail('NOT_FOUND')
  const steps = [
    { key: 'event', isDone: facts.hasEvent },
    { key: 'tickets', isDone: facts.hasTickets },
    { key: 'published', isDone: facts.isPublished },
    { key: 'look', isDone: facts.hasLook },
    { key: 'details', isDone: facts.hasDetails },
    { key: 'legal', isDone: facts.hasLegalPages },
    { key: 'sale', isDone: facts.hasSold },
  ] as const
  const isOver = facts.isClosed || steps.every((step) => step.isDone)
  return succeed({ steps: [...steps], isOver, eventId: facts.eventId })
}

export const dismissChecklist: UseCase<typeof closeContract, PromoterCall> = async (
  context,
  { promoterId },
) => {
  await dismissChecklistOf(context.db, promoterId, new Date(context.clock.now()))
  return succeed({})
}
