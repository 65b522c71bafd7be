import { accessSync, constants } from 'node:fs'
import { z } from 'zod'
import { systemMessage } from '../errors/system-errors.ts'
import { bySpace, onOff, text, whole } from './setting-formats.ts'

const databaseUrl = z.string().superRefine((text, context) => {
  const message = problemOf(text)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

/** URLs that are separated by commas or white space. */
const databaseUrls = z.string().transform(bySpace).pipe(z.array(databaseUrl))

export const storeVariables = {
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URLS: databaseUrls.default([]),
  DATABASE_POOL_SIZE: whole(1, 999).default(16),
  PREPARED_STATEMENTS: onOff.default(true),
  DATA_DIR: text.default('.data'),
}

export interface PostgresStore {
  kind: 'postgresql'
  url: string
  poolSize: number
  preparedStatements: boolean
  /** Standbys that reads may run on. Those that are further behind are not read from. */
  replicas?: { urls: readonly string[]; maxLagMs: number }
  /** Statements that take longer fail. Without it, statements may take as long as they need. */
  queryTimeoutMs?: number
  /** How long a statement waits for a connection. The default is 5 s. */
  connectTimeoutMs?: number
}

export interface EmbeddedStore {
  kind: 'embedded'
  folder: string
  /** Called before a new store is created, which takes a while. */
  onCreate?: (folder: string) => void
}

export function toStore(e: z.output<z.ZodObject<typeof storeVariables>>): PostgresStore | EmbeddedStore {
  if (!e.DATABASE_URL) return { kind: 'embedded', folder: e.DATA_DIR }
  const urls = e.DATABASE_REPLICA_URLS
  return {
    kind: 'postgresql',
    url: e.DATABASE_URL,
    poolSize: e.DATABASE_POOL_SIZE,
    preparedStatements: e.PREPARED_STATEMENTS,
    ...(urls.length > 0 && { replicas: { urls, maxLagMs: 10_000 } }),
  }
}

const scheme = /^postgres(ql)?:\/\//
const hosts = /^([^/]*\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/

/** Returns why the text is not the URL of a PostgreSQL server, or undefined if it is one. It may name several hosts. */
function problemOf(text: string): string | undefined {
  if (!scheme.test(text)) return 'must be a URL that starts with postgres:// or postgresql://'
  const urls = splitHosts(text)
  if (!urls.every(isUrl)) return 'must be a URL, and special characters of the password must be percent-encoded'
  if (urls.length > 1 && !requiresWrites(text))
    return `must have ${targetSessionAttrs}=read-write if it has several hosts`
  return fileProblem(parametersOf(text))
}

const parametersOf = (text: string) => new URLSearchParams(text.split('?')[1])

/** Why the driver could not read the files that the parameters name. */
function fileProblem(parameters: URLSearchParams): string | undefined {
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameters.get(name)
    if (!file) continue
    try {
      accessSync(file, constants.R_OK)
    } catch (error) {
      return `must name a file that can be read in ${name}. ${file}: ${systemMessage(error)}`
    }
  }
  return undefined
}

/** A parameter of libpq. The driver does not know it. */
const targetSessionAttrs = 'target_session_attrs'

/**
 * Every mode that uses TLS verifies the certificate and the host name, except no-verify. The driver warns that this will change, and
 * does as libpq does with uselibpqcompat.
 */
const verifyingMode = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/

/** The URL of each host of a URL in libpq's form, such as postgres://user@host1:5432,host2:5432/name. */
export function hostUrls(url: string): string[] {
  const text = parametersOf(url).has('uselibpqcompat') ? url : url.replace(verifyingMode, '$1verify-full')
  if (!text.includes(targetSessionAttrs)) return splitHosts(text)
  return splitHosts(text).map((each) => {
    const url = new URL(each)
    url.searchParams.delete(targetSessionAttrs)
    return url.href
  })
}

/** Whether connections must accept writes, and are opened to another host if they do not. */
export function requiresWrites(text: string): boolean {
  return parametersOf(text).get(targetSessionAttrs) === 'read-write'
}

function splitHosts(text: string): string[] {
  const [, start = '', names = '', rest = ''] = hosts.exec(text) ?? []
  return names.split(',').map((name) => `${start}${name}${rest}`)
}

/** Whether the text is a URL without malformed percent-encoding, and without parts of a password in its path. */
function isUrl(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '' && !new URL(text).href.replace(/^.*?\/\/[^/?#]*/, '').includes('@')
  } catch {
    return false
  }
}
