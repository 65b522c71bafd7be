import { readFileSync } from 'node:fs'
import type { GraphQLError } from 'graphql'
import { z } from 'zod'
import { InvalidSettings } from '../../settings/invalid-settings.ts'
import { systemMessage } from '../../errors/system-errors.ts'
import { rejection } from '../errors.ts'
import type { RequestParams } from './request-params.ts'

/** Documents by hash, as graphql-codegen's client preset writes them to persisted-documents.json. */
const manifest = z.record(z.string().min(1), z.string())

/** Returns the first error of a document; undefined if it may be executed. */
export type CheckDocument = (text: string) => GraphQLError | undefined

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
  let text: string | undefined
  try {
    text = readFileSync(file, 'utf8')
    return manifest.parse(JSON.parse(text))
  } catch (cause) {
    if (text === undefined) throw invalid(`cannot read ${file}: ${systemMessage(cause)}`, cause)
    const form = 'a JSON object that maps hashes to documents, as written by graphql-codegen'
    throw invalid(`${file} must be ${form}`, cause)
  }
}

function invalid(message: string, cause?: unknown): InvalidSettings {
  return new InvalidSettings({ TRUSTED_DOCUMENTS: message }, { cause })
}

/** The prefix of a SHA-256 in `documentId`. In `extensions.persistedQuery` it has none. */
const prefix = 'sha256:'

function bareHash(id: string): string {
  return id.startsWith(prefix) ? id.slice(prefix.length) : id
}

function documentIdOf({ extensions, documentId }: RequestParams): string | undefined {
  if (typeof documentId === 'string') return documentId
  const persisted = extensions?.['persistedQuery'] as { sha256Hash?: unknown } | null | undefined
  return typeof persisted?.sha256Hash === 'string' ? persisted.sha256Hash : undefined
}

/**
 * Returns the parameters with the text of the document that a client names by its hash. Throws if the hash is unknown, or
 * if only hashes are accepted. Clients compare the messages about hashes, and send no more if they are not supported.
 */
export function withDocument(
  params: RequestParams,
  documents: ReadonlyMap<string, string> | undefined,
  only: boolean,
): RequestParams {
  const id = documentIdOf(params)
  if (!documents) {
    if (params.query !== undefined || id === undefined) return params
    throw rejection('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED')
  }
  if (params.query) {
    if (!only) return params
    throw id === undefined
      ? rejection(
          'Only trusted documents are executed. Send the hash of a trusted document.',
          'PERSISTED_QUERY_ID_REQUIRED',
        )
      : rejection('Send the hash of a trusted document without the text of a document.', 'CANNOT_SEND_PQ_ID_AND_BODY')
  }
  if (id === undefined) {
    throw rejection('Send either a document or the hash of a trusted document.', 'PERSISTED_QUERY_ID_REQUIRED')
  }
  const query = documents.get(bareHash(id))
  if (query === undefined) throw rejection('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_IN_LIST')
  return { ...params, query }
}
