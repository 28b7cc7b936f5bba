import type { ApiDocument, JsonSchema } from '#contracts/console/developers/api-document.ts'
import type { Method } from '#contracts/platform/endpoint.ts'
import { WEBHOOK_EVENTS } from '#model/messages/webhooks.ts'
import { endpointKey, type ContractName } from './contract-names.ts'
import type { BoundContract } from './list-contracts.ts'
import { toOperation } from './operations.ts'
import { FAILURE_SCHEMA } from './responses.ts'
import { describeTag } from './tags.ts'

const DESCRIPTION = `The API covers everything that Foyer's own pages do.

Responses come in an envelope: \`{"success": true, "data": …}\` or \`{"success": false, "error": {"code", "message", "details"}}\`.
Money is in major units of its currency, times are ISO 8601. Endpoints for promoters need an API key, created in the console and sent as
\`Authorization: Bearer foyer_sk_…\`. Each key is limited to 600 requests a minute. A request without the required scope returns 403
\`FORBIDDEN\` with the scope in \`details.missingScope\`. Public endpoints (events, carts, checkout) need no key. To get only one promoter's
events, call its own host.

Every GET endpoint also supports HEAD. An unsupported method returns 405, with the supported ones in \`Allow\`.`

export function toApiDocument(
  contracts: readonly BoundContract[],
  names: ReadonlyMap<string, ContractName>,
): ApiDocument {
  const paths: ApiDocument['paths'] = {}
  const tags = new Set([WEBHOOK_TAG])
  for (const bound of contracts) {
    const { method, path } = bound.contract
    const operation = toOperation(bound, names.get(endpointKey(bound.contract)))
    operation.tags.forEach((tag) => tags.add(tag))
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
    description: 'A promoter’s API key. Its scopes limit what it can do.',
  },
  doorDevice: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'fyd_…',
    description: 'Token of a paired door device. Its pairing limits events, gates and rights.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Access token returned by login. Valid for one hour.',
  },
}

const WEBHOOK_TAG = 'Webhook events'

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

const webhookOf = (type: string) => ({
  operationId: `on_${type.replace('.', '_')}`,
  // Own tag, because generators name files after tags and would overwrite the file of an endpoints' tag.
  tags: [WEBHOOK_TAG],
  summary: type,
  description:
    'Sent to your endpoints, signed according to https://www.standardwebhooks.com. Respond with a 2xx status within ten seconds.',
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
            id: {
              type: 'string',
              description: 'The same for all attempts, equal to the `webhook-id` header.',
            },
            type: { type: 'string', const: type },
            timestamp: { type: 'string', format: 'date-time' },
            data: { type: 'object', description: `The ${type.split('.')[0]} at the time of the event.` },
          },
        },
      },
    },
  },
  responses: { '2XX': { description: 'Delivered.' }, '4XX': { description: 'Retried for three days.' } },
})
