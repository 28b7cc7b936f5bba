import { getPromoterSettings, putPromoterSettings } from '#contracts/console/settings.ts'
import type { RequestOf } from '#contracts/platform/endpoint.ts'
import { callPromoter } from './own-promoters.ts'
import { createResource } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export const promoterSettings = createResource(() => callPromoter(getPromoterSettings, {}))

export const savePromoterSettings = (body: RequestOf<typeof putPromoterSettings>['body']) =>
  onSuccess(callPromoter(putPromoterSettings, { body }), () => promoterSettings.load())
