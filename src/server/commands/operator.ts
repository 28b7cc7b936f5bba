import type { DemoConfig } from '#server/platform/demo-rules.ts'
import type { OpenDatabase } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/query.ts'
import { listSignInAccounts } from '#server/people/accounts/account-rows.ts'
import {
  deleteOperator,
  insertOperator,
  insertOperatorChange,
  listOperatorRows,
  listOperatorIds,
  lockOperatorChanges,
} from '#server/people/operators/operator-rows.ts'
import { CommandRefused, printLine, withDatabase } from './command.ts'

const USAGE = 'Use one of: list, add <email address>, remove <email address>.'

interface CommandInput {
  email: string
  now: Date
  config: DemoConfig
}

type Trx = Parameters<typeof listSignInAccounts>[0]

/**
 * `foyer operator list | add <email> | remove <email>` manages the platform's operators. Takes effect at once, even while
 * Foyer runs.
 */
export async function run([command = '', email = '', ...rest]: readonly string[]): Promise<void> {
  const change = CHANGES[command]
  const isKnown = command === 'list' ? !email : change && email
  if (!isKnown || rest.length > 0) throw new CommandRefused(USAGE)
  const work = async ({ db }: OpenDatabase, config: DemoConfig): Promise<string> => {
    if (!change) return describe(db)
    const input = { email: email.trim().toLowerCase(), now: new Date(), config }
    return db.transaction().execute((trx) => change(trx, input))
  }
  printLine(await withDatabase(work, { writes: change !== undefined }))
}

async function describe(db: Db): Promise<string> {
  const operators = await listOperatorRows(db)
  if (operators.length === 0)
    return 'There is no operator yet. The next start prints a link that adds the first one.'
  return operators
    .map(
      ({ email, name, createdAt, hasSecondFactor }) =>
        `${email}  ${name}  since ${createdAt.toISOString().slice(0, 10)}${hasSecondFactor ? '' : '  no second factor yet: has no access'}`,
    )
    .join('\n')
}

async function add(trx: Trx, { email, now }: CommandInput): Promise<string> {
  await lockOperatorChanges(trx)
  const accountId = await findVerified(trx, email)
  if (accountId === undefined)
    throw new CommandRefused(
      `No account has verified the address ${email}. Register it on the main site first.`,
    )
  if (!(await insertOperator(trx, { accountId, now }))) return `${email} is already an operator.`
  await insertOperatorChange(trx, { accountId: null, action: 'operator.added', subjectId: accountId, now })
  return `${email} is an operator now. Operators need a second factor: /account/security.`
}

async function remove(trx: Trx, { email, now, config }: CommandInput): Promise<string> {
  await lockOperatorChanges(trx)
  const accountId = await findVerified(trx, email)
  const operators = await listOperatorIds(trx, config)
  if (accountId === undefined || !operators.includes(accountId))
    throw new CommandRefused(`${email} is not an operator.`)
  if (operators.length === 1) throw new CommandRefused('This is the only operator. Add another one first.')
  await deleteOperator(trx, accountId)
  await insertOperatorChange(trx, { accountId: null, action: 'operator.removed', subjectId: accountId, now })
  return `${email} is not an operator any more.`
}

const CHANGES: Readonly<Record<string, typeof add>> = { add, remove }

async function findVerified(trx: Trx, email: string): Promise<string | undefined> {
  const accounts = await listSignInAccounts(trx, email)
  return accounts.find(({ emailVerifiedAt }) => emailVerifiedAt !== null)?.id
}
