import { accessSync, constants } from 'node:fs'
import { z } from 'zod'
import { systemMessage } from '../errors/system-errors.ts'
import { bySpace } from './setting-formats.ts'

const scheme = /^postgres(ql)?:\/\//
const hosts = /^([^/]*\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/

export const databaseUrl = z.string().superRefine((text, context) => {
  const message = problemOf(text)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

/** URLs that are separated by commas or white space. */
export const databaseUrls = z.string().transform(bySpace).pipe(z.array(databaseUrl))

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
