import { readFileSync } from 'node:fs'
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations'
import { GraphQLError } from 'graphql'
import type { GraphQLParams, OnParamsEventPayload, Plugin } from 'graphql-yoga'
import { z } from 'zod'
import type { TrustedDocuments } from '../config.ts'
import { UsageError } from '../errors.ts'

/** Documents by their hash: what graphql-codegen's client preset writes as persisted-documents.json. */
const manifest = z.record(z.string().min(1), z.string())

/** What is wrong with a document; undefined where it may be executed. */
export type CheckDocument = (text: string) => GraphQLError | undefined

/** So many wrong documents are named at most. */
const mostNamed = 5

/** Reads the documents that clients may ask for by their hash. Throws a UsageError where one of them cannot be executed. */
export function readTrustedDocuments(file: string, check: CheckDocument): ReadonlyMap<string, string> {
  const documents = Object.entries(parseManifest(file))
  const wrong = documents.flatMap(([id, text]) => {
    const error = check(text)
    return error ? [`  ${id}: ${error.message}`] : []
  })
  if (wrong.length > 0) {
    const more = wrong.length > mostNamed ? `\n  … and ${wrong.length - mostNamed} more` : ''
    throw new UsageError(
      `TRUSTED_DOCUMENTS: ${file} has documents that cannot be executed:\n${wrong.slice(0, mostNamed).join('\n')}${more}`,
    )
  }
  return new Map(documents.map(([id, text]) => [bareHash(id), text]))
}

function parseManifest(file: string): Record<string, string> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
    throw new UsageError(`TRUSTED_DOCUMENTS: ${file} cannot be read${code}.`, { cause })
  }
  try {
    return manifest.parse(JSON.parse(text))
  } catch (cause) {
    const form = 'a JSON object with the text of a document for each hash, as graphql-codegen writes it'
    throw new UsageError(`TRUSTED_DOCUMENTS: ${file} is not ${form}.`, { cause })
  }
}

/** The prefix that a document's SHA-256 has as a documentId; without it it stands in extensions.persistedQuery. */
const prefix = 'sha256:'

function bareHash(id: string): string {
  return id.startsWith(prefix) ? id.slice(prefix.length) : id
}

/** Where a GraphQL client names a document that the service knows. */
function documentIdOf(params: GraphQLParams & { documentId?: unknown }, request: Request): string | null {
  const { extensions, documentId } = params
  if (typeof documentId === 'string') return documentId
  const persisted = extensions?.['persistedQuery'] as { sha256Hash?: unknown } | null | undefined
  if (typeof persisted?.sha256Hash === 'string') return persisted.sha256Hash
  // Yoga reads the parameters of a query string that it knows, and no others.
  return request.method === 'GET' ? new URL(request.url).searchParams.get('documentId') : null
}

const refuse = (message: string, code: string) =>
  new GraphQLError(message, { extensions: { code, http: { status: 400, spec: true } } })

/** Clients compare this message, and then send the text. */
const notFound = () => refuse('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_IN_LIST')
const noDocument = () =>
  refuse('The request has neither a document nor the hash of one.', 'PERSISTED_QUERY_ID_REQUIRED')

function textRefused({ params, request }: OnParamsEventPayload): GraphQLError {
  return documentIdOf(params, request) === null
    ? refuse('Only trusted documents are executed, by their hash.', 'PERSISTED_QUERY_ID_REQUIRED')
    : refuse('Send the hash of a trusted document without its text.', 'CANNOT_SEND_PQ_ID_AND_BODY')
}

/** Executes documents by their hash. `isOwn` tells the service's own requests, which may always send a text. */
export function trustedDocuments(
  { only }: TrustedDocuments,
  documents: ReadonlyMap<string, string>,
  isOwn: (request: Request) => boolean,
): Plugin {
  const { onParams } = usePersistedOperations({
    allowArbitraryOperations: only ? isOwn : true,
    extractPersistedOperationId: documentIdOf,
    getPersistedOperation: (id) => documents.get(bareHash(id)) ?? null,
    customErrors: { notFound, keyNotFound: noDocument, persistedQueryOnly: textRefused },
  })
  // The plugin would keep the context of each request in a set, which only those need who do not validate.
  const context = {}
  return {
    onParams(payload) {
      // It would drop members that nobody knows, which Yoga refuses.
      const setParams = (found: GraphQLParams) => payload.setParams({ ...payload.params, ...found })
      return onParams?.({ ...payload, context, setParams })
    },
  }
}
