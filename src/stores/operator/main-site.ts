import { call } from '#browser/platform/api.ts'
import { getMainSite, putMainSite, uploadMainSitePicture } from '#contracts/operator/main-site.ts'
import type { RequestOf } from '#contracts/platform/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'

export const mainSite = createResource(async () =>
  mapData(await call(getMainSite, {}), ({ mainSite: found }) => found),
)

/** Saves the settings. If someone else changed them meanwhile, shows the current ones. */
export async function saveMainSite(body: RequestOf<typeof putMainSite>['body']) {
  const answer = await call(putMainSite, { body })
  if (answer.success) mainSite.adopt(answer.data.mainSite)
  else if (answer.error.code === 'EDIT_CONFLICT') await mainSite.load()
  return answer
}

/** Uploads a logo or icon. It isn't shown until the settings are saved. */
export const uploadMainImage = (kind: 'logo' | 'favicon', file: Blob): Promise<Result<{ url: string }>> =>
  call(uploadMainSitePicture, { params: { kind } }, { file })
