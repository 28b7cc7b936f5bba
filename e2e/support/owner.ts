import type { APIRequestContext } from 'playwright/test'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import type { RunningFoyer } from './foyer.ts'
import { expect } from './test.ts'

/** Calls the API as Aurora's owner and returns the data. Fails on an error. */
export type AskAsOwner = <Data>(path: string, data: object) => Promise<Data>

/** Signs in once. Each call gets its own idempotency key. */
export async function signInOwner(request: APIRequestContext, foyer: RunningFoyer): Promise<AskAsOwner> {
  let token = ''
  const ask: AskAsOwner = async (path, data) => {
    // Only browsers reliably resolve names below localhost.
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
