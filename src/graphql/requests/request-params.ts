import { credentialParameters } from '../../http/authentication.ts'
import { rejection } from '../errors.ts'
import type { Variables } from '../result-text.ts'

/** What a request executes. `documentId` is the hash of a document. */
export interface RequestParams {
  query?: string | undefined
  operationName?: string | null | undefined
  variables?: Variables
  extensions?: Variables
  documentId?: unknown
}

const malformed = (message: string) => rejection(message, 'BAD_USER_INPUT', { status: 400 })

function parsed(text: string, message: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed(message)
  }
}

/** The parameters in the body of a POST. Throws unless it is an object. */
export function paramsInBody(body: string): RequestParams {
  const sent = parsed(body, 'POST body sent invalid JSON.')
  if (Array.isArray(sent)) throw malformed('Batching is not supported.')
  if (typeof sent === 'object' && sent !== null) return sent
  throw malformed(`POST body is expected to be object but received ${sent === null ? sent : typeof sent}`)
}

/** The parameters in the query of a GET. Empty ones are missing, and others are ignored. */
export function paramsInQuery(query: URLSearchParams): RequestParams {
  const textOf = (name: string) => query.get(name) || undefined
  const jsonOf = (name: string) => parsed(query.get(name) || 'null', `${name} must be valid JSON.`) as Variables
  return {
    query: textOf('query'),
    operationName: textOf('operationName'),
    variables: jsonOf('variables'),
    extensions: jsonOf('extensions'),
    documentId: query.get('documentId') ?? undefined,
  }
}

const operationParameters = ['query', 'variables', 'operationName', 'extensions', 'documentId'] as const
const known = new Set<string>([...operationParameters, ...credentialParameters])

/** Returns the parameters. Throws unless they are those of one operation. */
export function checked(params: RequestParams): RequestParams {
  for (const name of Object.keys(params)) {
    if (known.has(name) || params[name as keyof RequestParams] == null) continue
    throw malformed(`Unexpected parameter "${name}" in the request body.`)
  }
  const { query } = params
  if (query == null) throw malformed('Must provide query string.')
  if (typeof query !== 'string') throw malformed(`Expected "query" param to be a string, but given ${typeOf(query)}.`)
  for (const name of ['variables', 'extensions'] as const) {
    const value: unknown = params[name]
    if (value == null || typeOf(value) === 'object') continue
    throw malformed(`Expected "${name}" param to be empty or an object, but given ${typeOf(value)}.`)
  }
  return params
}

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)
