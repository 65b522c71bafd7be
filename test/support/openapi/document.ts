import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Reference {
  $ref: string
}

interface ParameterObject {
  name: string
  in: string
  schema: { type?: string }
}

export interface ContentObject {
  [mediaType: string]: { schema: Reference }
}

interface HeaderObject {
  required?: boolean
  schema: { type: string }
}

export interface ResponseObject {
  headers?: Record<string, Reference | HeaderObject>
  content?: ContentObject
}

export interface OperationObject {
  operationId: string
  security?: object[]
  parameters: (ParameterObject | Reference)[]
  requestBody?: { required: boolean; content: ContentObject }
  responses: Record<string, ResponseObject | Reference>
}

/** The committed openapi.json. */
export const openapiDocument = JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'))

/** Returns the object itself, or the component that it refers to. */
export function resolveReference<Part extends object>(
  part: Part | Reference | undefined,
  document = openapiDocument,
): Part | undefined {
  if (!part || !('$ref' in part)) return part
  const [, , group, name] = part.$ref.split('/')
  return document.components[group!][name!] as Part
}

export interface Route {
  /** The path template of the document. */
  path: string
  /** Undefined if the path has no such method. */
  operation: OperationObject | undefined
  /** The parameters in the path, still encoded. */
  parameters: Record<string, string>
}

/** Finds the path of the document that a request matches. */
export function findRoute(method: string, path: string): Route | undefined {
  for (const template of Object.keys(openapiDocument.paths)) {
    const pattern = template.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${pattern}$`).exec(path)
    if (!match) continue
    const operation = openapiDocument.paths[template][method.toLowerCase()]
    return { path: template, operation, parameters: match.groups ?? {} }
  }
  return undefined
}
