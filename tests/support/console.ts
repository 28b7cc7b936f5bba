import type { MemberRole } from '#model/people/members.ts'
import type { Ask } from './ask.ts'
import { openMember } from './domains.ts'
import { openShop, type Shop } from './shop.ts'

export interface ConsoleMember {
  accountId: string
  bearer: string
  /** Calls the API signed in. Each call has its own idempotency key by default. */
  ask: Ask
}

export interface ConsoleFixture extends Shop {
  owner: ConsoleMember
  /** Adds a member (or 'nobody'), signed in on the promoter's host by default. */
  join: (role: MemberRole | 'nobody', host?: string) => Promise<ConsoleMember>
}

export async function openConsoleFixture(): Promise<ConsoleFixture> {
  const shop = await openShop()
  const join: ConsoleFixture['join'] = async (role, host = shop.host) => {
    const { accountId, bearer } = await openMember(shop.context, shop.promoterId, { role, host })
    const ask: Ask = (method, path, request) =>
      shop.ask(method, path, { host, bearer, key: crypto.randomUUID(), ...request })
    return { accountId, bearer, ask }
  }
  return { ...shop, owner: await join('owner'), join }
}
