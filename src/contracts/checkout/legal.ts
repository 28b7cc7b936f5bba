import * as z from 'zod/mini'
import { reference } from '#model/platform/bounds.ts'
import { buyerLegalText } from '#model/sites/buyer-legal-texts.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

export const listBuyerLegalTexts = endpoint({
  description:
    "Lists the terms, refund policy and privacy policy shown at an event's checkout: the promoter's, " +
    "else the main site's terms. Empty texts are omitted.",
  method: 'GET',
  path: '/api/public/events/{id}/legal-texts',
  access: 'anyone',
  params: z.object({ id: reference }),
  data: z.object({ texts: z.array(buyerLegalText) }),
  errors: ['NOT_FOUND'],
})
