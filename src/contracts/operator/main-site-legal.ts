import * as z from 'zod/mini'
import { legalText, putLegalText } from '#contracts/console/legal.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

export const listMainSiteLegalTexts = endpoint({
  description: 'Lists all five legal texts of the main site, including empty ones.',
  method: 'GET',
  path: '/api/operator/main-site/legal-texts',
  access: 'operator',
  data: z.object({ texts: z.array(legalText) }),
})

export const putMainSiteLegalText = endpoint({
  description:
    'Saves a new version of a legal text of the main site. An empty text removes its page. EDIT_CONFLICT when ' +
    '`version` is outdated, with the current text in `details`.',
  method: 'PUT',
  path: '/api/operator/main-site/legal-texts/{kind}',
  access: 'operator',
  params: putLegalText.params,
  body: putLegalText.body,
  maxBodyBytes: 128 * 1024,
  data: z.object({ text: legalText }),
  errors: ['EDIT_CONFLICT', 'RATE_LIMITED'],
})
