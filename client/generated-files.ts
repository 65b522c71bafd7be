import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import type { OpenAPI3 } from 'openapi-typescript'

/** The members of an OpenAPI document that are read here. */
interface Document {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>
}

interface Parameter {
  $ref?: string
  name?: string
  in?: string
  schema?: { items?: object }
}

/** Writes the files that are generated from openapi.json for the client. Does not touch files that are up to date. */
export async function writeClientTypes(): Promise<void> {
  const document = JSON.parse(readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8')) as OpenAPI3 & Document
  const folder = join(import.meta.dirname, 'src/generated')
  mkdirSync(folder, { recursive: true })
  acceptNumbers(document)
  const files = { 'openapi.ts': await typesOf(document), 'keyed-operations.ts': keyedOperations(document) }
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, file)
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
  }
}

async function typesOf(document: OpenAPI3): Promise<string> {
  // openapi-typescript needs the API that TypeScript had up to version 6.
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const isOld = specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
      return next(isOld ? 'typescript-6' : specifier, context)
    },
  })
  const { astToString, default: openapiTypes } = await import('openapi-typescript')
  const { default: ts } = await import('typescript-6')
  hooks.deregister()
  const bytes = ts.factory.createTypeReferenceNode('Bytes')
  const types = await openapiTypes(document, {
    inject: '/** Bytes of a file. */\ntype Bytes = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array>',
    transform: ({ format }) => (format === 'binary' ? bytes : undefined),
  })
  return `// Made from openapi.json.\n${astToString(types)}`
}

/** The filters by case are strings in the document. In responses, the ID of a case is a number. In a query, both are the same text. */
function acceptNumbers({ paths }: Document): void {
  const parameters = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => operation.parameters ?? []),
  )
  for (const { name, in: place, schema } of parameters) {
    if (place !== 'query' || !schema?.items || (name !== 'caseId' && name !== 'id')) continue
    schema.items = { oneOf: [{ type: 'string' }, { type: 'integer' }] }
  }
}

/** The operations that take an idempotency key. */
function keyedOperations({ paths }: Document): string {
  const names = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { parameters = [] }]) => parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  return `// Made from openapi.json.\nexport const keyedOperations: ReadonlySet<string> = new Set(${JSON.stringify(names, null, 2)})\n`
}
