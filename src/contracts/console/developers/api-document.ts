import type { Method } from '#contracts/platform/endpoint.ts'

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export interface JsonSchema {
  [keyword: string]: unknown
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
}

export interface ApiResponse {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content: { 'application/json': { schema: JsonSchema; examples?: Record<string, { value: unknown }> } }
}

export type ApiResponses = Record<string, ApiResponse>

export interface ApiParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface ApiOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters: ApiParameter[]
  requestBody?: { description: string; required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: ApiResponses
}

export interface ApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Partial<Record<Lowercase<Method>, ApiOperation>>>
  webhooks: Record<string, { post: unknown }>
  components: { securitySchemes: Record<string, JsonSchema>; schemas: Record<string, JsonSchema> }
}
