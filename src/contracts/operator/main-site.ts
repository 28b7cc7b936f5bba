import * as z from 'zod/mini'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { version } from '#model/platform/bounds.ts'
import { mainSiteSettings } from '#model/sites/main-site.ts'

export const mainSite = z.object({
  settings: z.object({
    siteName: z.string(),
    logoUrl: z.string(),
    faviconUrl: z.string(),
    primaryColor: z.string(),
    secondaryColor: z.string(),
    contactEmail: z.string(),
  }),
  /** Version of the settings; 0 until they are changed for the first time. */
  version,
})
export type MainSite = z.infer<typeof mainSite>

const answer = z.object({ mainSite })

export const getMainSite = endpoint({
  description: 'Returns the name, images, colours and contact email of the main site.',
  method: 'GET',
  path: '/api/operator/main-site',
  access: 'operator',
  data: answer,
})

export const putMainSite = endpoint({
  description:
    'Sets the name, images, colours and contact email of the main site. EDIT_CONFLICT with the current settings in `details` for an ' +
    'older version. VALIDATION_ERROR for an image that isn’t stored any more.',
  method: 'PUT',
  path: '/api/operator/main-site',
  access: 'operator',
  body: z.object({ settings: mainSiteSettings, version }),
  data: answer,
  errors: ['EDIT_CONFLICT'],
})

export const uploadMainSitePicture = endpoint({
  description:
    'Uploads an image for the main site and returns its URL for the settings. The body is the image file itself (JPEG, PNG, WebP or ' +
    'AVIF, 2 MB at most); Content-Type is ignored. `kind` is its purpose.',
  method: 'POST',
  path: '/api/operator/main-site/pictures/{kind}',
  access: 'operator',
  params: z.object({ kind: z.enum(['logo', 'favicon']) }),
  maxBodyBytes: 2 * 1024 * 1024,
  data: z.object({ url: z.string() }),
  status: 201,
  errors: ['PICTURE_REFUSED', 'BODY_TOO_LARGE', 'RATE_LIMITED'],
})
