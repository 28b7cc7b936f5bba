import * as z from 'zod/mini'
import { reference } from '#model/platform/bounds.ts'
import { buyerLegalText } from '#model/sites/buyer-legal-texts.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

/**
 * Lists the terms, refund policy and privacy policy shown at an event's checkout: the promoter's, with the main site's terms as
 * the default. Empty texts are omitted.
 */
export const listBuyerLegalTexts = endpoint({
  method: 'GET',
  path: '/api/public/events/{id}/legal-texts',
  access: 'anyone',
  params: z.object({ id: reference }),
  data: z.object({ texts: z.array(buyerLegalText) }),
  errors: ['NOT_FOUND'],
})
