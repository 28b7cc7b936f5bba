import type { ApiOperation } from '#contracts/console/developers/api-document.ts'
import { exampleValue } from './schema-fields.ts'

export function formatCurlCommand(
  place: { origin: string; method: string; path: string },
  operation: ApiOperation,
): string {
  const { origin, method, path } = place
  const { security, parameters, requestBody } = operation
  const needed = parameters.filter(({ required }) => required)
  const query = needed.filter((each) => each.in === 'query').map(({ name }) => `${name}=…`)
  const json = requestBody?.content['application/json']
  const isKeyed = security.some((each) => 'apiKey' in each)
  const token = isKeyed ? '$FOYER_KEY' : '$ACCESS_TOKEN'
  const parts = [
    `curl -X ${method.toUpperCase()} '${origin}${path}${query.length > 0 ? `?${query.join('&')}` : ''}'`,
    ...(security.length > 0 ? [`-H "Authorization: Bearer ${token}"`] : []),
    ...needed.filter((each) => each.in === 'header').map(({ name }) => `-H "${name}: $(uuidgen)"`),
    ...(json
      ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(exampleValue(json.schema))}'`]
      : []),
    ...(requestBody && !json ? ['--data-binary @picture.webp'] : []),
  ]
  return parts.join(' \\\n  ')
}
