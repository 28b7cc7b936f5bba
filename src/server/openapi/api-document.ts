import type { ApiDocument, JsonSchema } from '#contracts/api-document.ts'
import type { Method } from '#contracts/endpoint.ts'
import { WEBHOOK_EVENTS } from '#model/webhooks.ts'
import { keyOf, type ContractSource } from './contract-sources.ts'
import type { BoundContract } from './list-contracts.ts'
import { toOperation } from './operations.ts'
import { FAILURE_SCHEMA } from './responses.ts'
import { describeTag } from './tags.ts'

const DESCRIPTION = `Everything that Foyer's own pages do, programs can do too.

Answers come in an envelope: \`{"success": true, "data": …}\` or \`{"success": false, "error": {"code", "message", "details"}}\`.
Money is in major units of its currency, times are ISO 8601. What promoters manage is opened by an API key, made in the console, which
is sent as \`Authorization: Bearer foyer_sk_…\`; each key may be used 600 times a minute. A call whose scope the key lacks is answered
403 \`FORBIDDEN\` with the scope in \`details.missingScope\`. What visitors do (events, carts, checkout)
needs no key. Call a promoter's own host for its own events.

HEAD is answered wherever GET is. A method that a path does not have is answered 405, with those that it has in \`Allow\`.`

/** The document of these contracts. Paths are in the order of their tags, and each tag's in the order that they are bound in. */
export function toApiDocument(
  contracts: readonly BoundContract[],
  sources: ReadonlyMap<string, ContractSource>,
): ApiDocument {
  const paths: ApiDocument['paths'] = {}
  const tags = new Set<string>()
  for (const bound of contracts) {
    const { method, path } = bound.contract
    const operation = toOperation(bound, sources.get(keyOf(bound.contract)))
    operation.tags.forEach((tag) => tags.add(tag))
    // Each method has one spelling in lower case.
    paths[path] = { ...paths[path], [method.toLowerCase() as Lowercase<Method>]: operation }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Foyer API',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...tags].toSorted().map(describeTag),
    paths,
    webhooks: Object.fromEntries(WEBHOOK_EVENTS.map((type) => [type, { post: webhookOf(type) }])),
    components: { securitySchemes: SECURITY, schemas: { Failure: FAILURE_SCHEMA } },
  }
}

const SECURITY: Record<string, JsonSchema> = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'foyer_sk_…',
    description: 'An API key of a promoter. It may do what its scopes cover.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'What signing in answers. It holds for an hour.',
  },
}

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

const webhookOf = (type: string) => ({
  operationId: `on_${type.replace('.', '_')}`,
  tags: ['Webhooks'],
  summary: type,
  description:
    'Sent to your endpoints, signed as https://www.standardwebhooks.com has it. Answer with a 2xx within ten seconds.',
  security: [],
  parameters: HEADERS.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['id', 'type', 'timestamp', 'data'],
          properties: {
            id: { type: 'string', description: 'The same with each attempt, as `webhook-id`.' },
            type: { type: 'string', const: type },
            timestamp: { type: 'string', format: 'date-time' },
            data: { type: 'object', description: `The ${type.split('.')[0]} as it was then.` },
          },
        },
      },
    },
  },
  responses: { '2XX': { description: 'Taken.' }, '4XX': { description: 'Tried again for three days.' } },
})
