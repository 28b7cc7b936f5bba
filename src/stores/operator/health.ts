import { call } from '#browser/platform/api.ts'
import { getHealth, listDeadMails, replayDeadMails } from '#contracts/operator/health.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'

export const health = createResource(() => call(getHealth, {}), { isPolled: true })

export const deadMails = createResource(async () =>
  mapData(await call(listDeadMails, {}), ({ mails }) => mails),
)

/** Sends a failed email again; without an id, all failed emails. */
export async function resendDeadMails(id?: string) {
  const answer = await call(replayDeadMails, { body: id === undefined ? {} : { id } })
  await Promise.all([deadMails.load(), health.load()])
  return answer
}
