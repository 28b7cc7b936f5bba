import { createContext } from '#server/create-context.ts'
import type { Context } from '#server/context.ts'
import type { AccountView } from '#contracts/operator/accounts.ts'
import { createAsk, type Answer, type Ask } from './ask.ts'
import { silentLog } from './log.ts'
import { insertOperatorAccount, openStrongSession } from './operators.ts'
import { QUICK_PASSWORDS } from './passwords.ts'
import { openTestPost } from './post.ts'
import { openMailServer, type MailServer } from './mail-server.ts'
import type { Shop } from './shop.ts'

export const MAIN = 'localhost'
export const REASON = 'Asked for by phone.'

export interface OperatorFixture {
  id: string
  /** Calls the API on the main site as the operator. */
  ask: <Data = { account: AccountView }>(
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<Answer<Data>>
  /** POSTs an action with a reason. */
  act: (accountId: string, action: string, more?: object) => Promise<Answer<{ account: AccountView }>>
  view: (accountId: string) => Promise<AccountView>
}

export async function openOperatorFixture(
  shop: Pick<Shop, 'ask' | 'context'>,
  email?: string,
): Promise<OperatorFixture> {
  const id = await insertOperatorAccount(shop.context, email)
  const bearer = await openStrongSession(shop.context, id, MAIN)
  const ask: OperatorFixture['ask'] = (method, path, body) =>
    shop.ask(method, path, { host: MAIN, bearer, ...(body === undefined ? {} : { body }) })
  return {
    id,
    ask,
    act: (accountId, action, more = {}) =>
      ask('POST', `/api/operator/accounts/${accountId}/${action}`, { reason: REASON, ...more }),
    view: async (accountId) => (await ask('GET', `/api/operator/accounts/${accountId}`)).data.account,
  }
}

/** A second node on the shop's database. */
export async function openSecondNode(
  shop: Shop,
): Promise<{ context: Context; ask: Ask; close: () => Promise<void> }> {
  const { config, db, clock } = shop.context
  const context = await createContext({
    config,
    db,
    clock,
    connection: shop.address,
    log: silentLog(),
    passwordCost: QUICK_PASSWORDS,
  })
  await context.sites.whenReady(60_000)
  return { context, ask: createAsk(context, shop.host), close: () => context.close() }
}

/** Sends the waiting emails to a mail server. */
export async function openPost(
  context: Context,
): Promise<MailServer & { deliver: () => Promise<void>; end: () => Promise<void> }> {
  const server = await openMailServer()
  const post = openTestPost(context, server.url)
  return {
    ...server,
    deliver: post.deliver,
    end: async () => {
      await post.close()
      await server.close()
    },
  }
}
