import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ApiDocument } from '#contracts/console/developers/api-document.ts'
import type { Answer } from './ask.ts'

export type Judge = (operationId: string, answer: Answer<unknown>) => string[]

/** Returns violations of the OpenAPI document in a response. */
export function createJudge(document: ApiDocument): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'foyer', ...document })
  return (operationId, { status, success, data, error }) => {
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.operationId === operationId)
        .map(([method]) => ({ path, method })),
    )
    const [place] = found
    if (!place) return [`There is no ${operationId}.`]
    const pointer = ['paths', place.path, place.method, 'responses', status]
      .map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const check = ajv.getSchema(`foyer#/${pointer}/content/application~1json/schema`)
    if (!check) return [`${operationId} does not say that it answers ${status}.`]
    // Removes undefined properties, which the JSON didn't contain.
    void check(JSON.parse(JSON.stringify({ success, data, error })))
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}
