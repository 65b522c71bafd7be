import { readFileSync } from 'node:fs'
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations'
import { GraphQLError } from 'graphql'
import type { GraphQLParams, OnParamsEventPayload, Plugin } from 'graphql-yoga'
import { z } from 'zod'
import type { TrustedDocuments } from '../config.ts'
import { InvalidSettings } from '../errors.ts'
import { systemMessage } from '../system-message.ts'

/** Documents by hash, as graphql-codegen's client preset writes them to persisted-documents.json. */
const manifest = z.record(z.string().min(1), z.string())

/** Returns the first error of a document; undefined if it may be executed. */
export type CheckDocument = (text: string) => GraphQLError | undefined

/** How many invalid documents are listed. */
const maximumListed = 5

/** Reads the documents that clients may execute by hash. Throws InvalidSettings if one of them cannot be executed. */
export function readTrustedDocuments(file: string, check: CheckDocument): ReadonlyMap<string, string> {
  const documents = Object.entries(parseManifest(file))
  const wrong = documents.flatMap(([id, text]) => {
    const error = check(text)
    return error ? [`  ${id}: ${error.message}`] : []
  })
  if (wrong.length > 0) {
    const more = wrong.length > maximumListed ? `\n  … and ${wrong.length - maximumListed} more` : ''
    throw invalid(
      `${file} contains documents that cannot be executed:\n${wrong.slice(0, maximumListed).join('\n')}${more}`,
    )
  }
  return new Map(documents.map(([id, text]) => [bareHash(id), text]))
}

function parseManifest(file: string): Record<string, string> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw invalid(`cannot read ${file}: ${systemMessage(cause)}`, cause)
  }
  try {
    return manifest.parse(JSON.parse(text))
  } catch (cause) {
    const form = 'a JSON object that maps hashes to documents, as written by graphql-codegen'
    throw invalid(`${file} must be ${form}`, cause)
  }
}

function invalid(message: string, cause?: unknown): InvalidSettings {
  return new InvalidSettings([{ name: 'TRUSTED_DOCUMENTS', message }], { cause })
}

/** The prefix of a SHA-256 in `documentId`. In `extensions.persistedQuery` it has none. */
const prefix = 'sha256:'

function bareHash(id: string): string {
  return id.startsWith(prefix) ? id.slice(prefix.length) : id
}

/** The hash by which a client names a document. */
function documentIdOf(params: GraphQLParams & { documentId?: unknown }, request: Request): string | null {
  const { extensions, documentId } = params
  if (typeof documentId === 'string') return documentId
  const persisted = extensions?.['persistedQuery'] as { sha256Hash?: unknown } | null | undefined
  if (typeof persisted?.sha256Hash === 'string') return persisted.sha256Hash
  // Yoga reads only the query parameters that it knows.
  return request.method === 'GET' ? new URL(request.url).searchParams.get('documentId') : null
}

const reject = (message: string, code: string) =>
  new GraphQLError(message, { extensions: { code, http: { status: 400, spec: true } } })

/** Clients compare these two messages and then send the text, and no further hashes if hashes are not supported. */
const notSupported = () => reject('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED')
const notFound = () => reject('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_IN_LIST')
const noDocument = () =>
  reject('Send either a document or the hash of a trusted document.', 'PERSISTED_QUERY_ID_REQUIRED')

function rejectText({ params, request }: OnParamsEventPayload): GraphQLError {
  return documentIdOf(params, request) === null
    ? reject('Only trusted documents are executed. Send the hash of a trusted document.', 'PERSISTED_QUERY_ID_REQUIRED')
    : reject('Send the hash of a trusted document without the text of a document.', 'CANNOT_SEND_PQ_ID_AND_BODY')
}

/** Executes documents by hash. Internal requests may always send a text. */
export function trustedDocuments(
  { only }: TrustedDocuments,
  documents: ReadonlyMap<string, string>,
  isInternal: (request: Request) => boolean,
): Plugin {
  const { onParams } = usePersistedOperations({
    allowArbitraryOperations: only ? isInternal : true,
    extractPersistedOperationId: documentIdOf,
    getPersistedOperation: (id) => documents.get(bareHash(id)) ?? null,
    customErrors: { notFound, keyNotFound: noDocument, persistedQueryOnly: rejectText },
  })
  // The plugin would keep each request's context in a set, which is only needed to skip validation.
  const context = {}
  return {
    onParams(payload) {
      // The plugin would drop unknown members. Yoga rejects them.
      const setParams = (found: GraphQLParams) => payload.setParams({ ...payload.params, ...found })
      return onParams?.({ ...payload, context, setParams })
    },
  }
}

/** Without a list of trusted documents, tells clients to send the text instead of the hash. */
export function withoutTrustedDocuments(): Plugin {
  return {
    onParams({ params, request }) {
      if (params.query === undefined && documentIdOf(params, request) !== null) throw notSupported()
    },
  }
}
