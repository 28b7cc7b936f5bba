import type { ApiOperation, ApiParameter, JsonSchema } from '#contracts/console/developers/api-document.ts'
import { DEFAULT_MAX_BODY_BYTES, IDEMPOTENCY_KEY_LIMIT, type Endpoint } from '#contracts/platform/endpoint.ts'
import { isKeyScope } from '#model/people/scopes.ts'
import { bodySchema } from '#server/http/strict-body.ts'
import type { ContractName } from './contract-names.ts'
import { toJsonSchema } from './json-schemas.ts'
import type { BoundContract } from './list-contracts.ts'
import { toResponses } from './responses.ts'

export function toOperation(
  { contract, isFile }: BoundContract,
  named: ContractName | undefined,
): ApiOperation {
  const name = named?.name ?? `${contract.method.toLowerCase()}${contract.path.replaceAll(/\W+/g, '_')}`
  const description = [contract.description, scopeMessage(contract), rightMessage(contract)]
    .filter(Boolean)
    .join('\n\n')
  const body = requestBody(contract, isFile)
  return {
    operationId: name,
    tags: [toOperationTitle(named?.noun ?? 'other')],
    summary: toOperationTitle(name),
    description,
    security: securityOf(contract),
    parameters: [...pathParameters(contract), ...queryParameters(contract), ...headerParameters(contract)],
    ...(body ? { requestBody: body } : {}),
    responses: toResponses(contract),
  }
}

export const toOperationTitle = (name: string): string => {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]+/g, ' ')
    .toLowerCase()
    .replaceAll(/\bapi\b/g, 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const scopeMessage = ({ scope }: Endpoint): string => {
  if (scope === undefined) return ''
  return !isKeyScope(scope)
    ? 'For owners only; not available with an API key.'
    : `API keys need the scope \`${scope}\`.`
}

const rightMessage = ({ right }: Endpoint): string =>
  right === undefined || right === 'scan' ? '' : `Paired devices need the right \`${right}\`.`

function securityOf({ access, scope }: Endpoint): Record<string, string[]>[] {
  if (access === 'account' || access === 'member' || access === 'operator' || (scope && !isKeyScope(scope)))
    return [{ accessToken: [] }]
  if (access === 'door') return [{ accessToken: [] }, { doorDevice: [] }]
  return access === 'promoter' ? [{ accessToken: [] }, { apiKey: scope ? [scope] : [] }] : []
}

function pathParameters({ path, params }: Endpoint): ApiParameter[] {
  const schemas = params ? toJsonSchema(params, 'input').properties : undefined
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: schemas?.[name] ?? { type: 'string' },
  }))
}

function queryParameters({ query }: Endpoint): ApiParameter[] {
  if (!query) return []
  const { properties = {}, required = [] } = toJsonSchema(query, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function headerParameters({ access, idempotencyKey, errors = [] }: Endpoint): ApiParameter[] {
  const found: ApiParameter[] = []
  if (idempotencyKey)
    found.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: idempotencyKey === 'required',
      description:
        'A unique key per operation. A retry with the same key returns the first result' +
        (errors.some((code) => code === 'KEY_REUSED') ? ', and another request KEY_REUSED.' : '.'),
      schema: { type: 'string', maxLength: IDEMPOTENCY_KEY_LIMIT },
    })
  if (access === 'promoter' || access === 'member' || access === 'door')
    found.push({
      name: 'X-Promoter-User-Id',
      in: 'header',
      required: false,
      description:
        'On the main site: id of the promoter to act for. Not needed with an API key or on a storefront.',
      schema: { type: 'string' },
    })
  return found
}

function requestBody(contract: Endpoint, isFile = false): ApiOperation['requestBody'] | undefined {
  const { access, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = contract
  const description = `At most ${maxBodyBytes} bytes.`
  const of = (type: string, schema: JsonSchema, required = true) => ({
    description,
    required,
    content: { [type]: { schema } },
  })
  if (isFile) return of('application/octet-stream', { description: 'A file.' })
  if (access === 'signature') return of('application/json', { type: 'object' })
  const body = bodySchema(contract)
  if (!body) return undefined
  return of('application/json', toJsonSchema(body, 'input'), !body.safeParse(undefined).success)
}
