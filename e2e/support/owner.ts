import type { APIRequestContext } from 'playwright/test'
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts'
import type { RunningFoyer } from './foyer.ts'
import { expect } from './test.ts'

/** What the owner of Aurora does beside the journey: a call of the API that succeeds, and its data. */
export type AskAsOwner = <Data>(path: string, data: object) => Promise<Data>

/** Signs in once. The same call twice is two decisions: each has a key of its own. */
export async function signInOwner(request: APIRequestContext, foyer: RunningFoyer): Promise<AskAsOwner> {
  let token = ''
  const ask: AskAsOwner = async (path, data) => {
    // Not every resolver knows names below localhost; browsers do.
    const answer = await request.post(`http://127.0.0.1:${foyer.port}${path}`, {
      data,
      headers: {
        host: `aurora.localhost:${foyer.port}`,
        'Idempotency-Key': crypto.randomUUID(),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    })
    const told = await answer.json()
    expect(told).toMatchObject({ success: true })
    return told.data
  }
  const credentials = { email: 'owner@aurora.example', password: DEMO_PASSWORD }
  const { accessToken } = await ask<{ accessToken: string }>('/api/auth/customer/login', credentials)
  token = accessToken
  return ask
}
