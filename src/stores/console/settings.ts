import { getPromoterSettings, putPromoterSettings } from '#contracts/console/settings.ts'
import type { RequestOf } from '#contracts/platform/endpoint.ts'
import { callPromoter } from './own-promoters.ts'
import { createResource } from '#stores/platform/resource.ts'

export const promoterSettings = createResource(() => callPromoter(getPromoterSettings, {}))

export const savePromoterSettings = async (body: RequestOf<typeof putPromoterSettings>['body']) => {
  const answer = await callPromoter(putPromoterSettings, { body })
  if (answer.success) await promoterSettings.load()
  return answer
}
