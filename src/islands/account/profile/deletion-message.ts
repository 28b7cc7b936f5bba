import * as z from 'zod/mini'
import { earningsLeftDetails, soleOwnerDetails } from '#contracts/account/accounts.ts'
import { formatMoney, toCents } from '#model/platform/money.ts'
import type { Result } from '#model/platform/result.ts'

/** Appends the reason why the account can't be deleted: unpaid earnings, or promoters without another owner. */
export function explainDeletionRefusal<Data>(answer: Result<Data>): Result<Data> {
  if (answer.success) return answer
  const message = deletionMessage(answer.error)
  return message ? { success: false, error: { ...answer.error, message } } : answer
}

function deletionMessage({ code, details }: { code: string; details?: unknown }): string | undefined {
  const left = z.safeParse(earningsLeftDetails, details)
  if (code === 'EARNINGS_LEFT' && left.success) return `${owedMessage(left.data)} Request a payout first.`
  const alone = z.safeParse(soleOwnerDetails, details)
  if (code === 'SOLE_OWNER' && alone.success)
    return `You’re the only owner of ${AND.format(alone.data.promoters)}. Make someone else an owner first.`
  return undefined
}

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Returns a sentence such as 'Aurora still owes you €20.00.' */
const owedMessage = ({ owed }: z.infer<typeof earningsLeftDetails>): string =>
  owed
    .map(({ promoterName, amount, currency }) => {
      const money = formatMoney(toCents(amount, currency), currency)
      return `${promoterName} still owes you ${money}.`
    })
    .join(' ')
