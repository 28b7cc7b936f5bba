import * as z from 'zod/mini'
import { version } from '#model/platform/bounds.ts'
import { LEGAL_KINDS, MAX_LEGAL_TEXT_LENGTH } from '#model/sites/legal.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

export const legalText = z.object({
  kind: z.enum(LEGAL_KINDS),
  name: z.string(),
  /** Markdown; '' when the page doesn't exist. */
  text: z.string(),
  /** Version of the text. Increments with each change; 0 before the first. Every version is kept. */
  version,
  updatedAt: z.nullable(z.string()),
  /** URL of the page; null when the page doesn't exist. */
  url: z.nullable(z.string()),
})
export type LegalText = z.infer<typeof legalText>

export const listLegalTexts = endpoint({
  description: 'Lists all five legal texts, including empty ones.',
  method: 'GET',
  path: '/api/promoter/legal-texts',
  access: 'promoter',
  scope: 'site:read',
  data: z.object({ texts: z.array(legalText) }),
  errors: ['FORBIDDEN'],
})

export const putLegalText = endpoint({
  description: 'Saves a new version of a legal text. An empty text removes its page.',
  method: 'PUT',
  path: '/api/promoter/legal-texts/{kind}',
  access: 'promoter',
  scope: 'site:write',
  params: z.object({ kind: z.enum(LEGAL_KINDS) }),
  body: z.object({
    text: z.string().check(z.trim(), z.maxLength(MAX_LEGAL_TEXT_LENGTH, 'Use 20,000 characters at most.')),
    version,
  }),
  maxBodyBytes: 128 * 1024,
  data: z.object({ text: legalText }),
  errors: ['FORBIDDEN', 'EDIT_CONFLICT', 'RATE_LIMITED'],
})
