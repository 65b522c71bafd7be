import { z } from 'zod'

const scheme = /^postgres(ql)?:\/\//
const hosts = /^([^/]*\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/

export const databaseUrl = z.string().superRefine((text, context) => {
  const message = problemOf(text)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

/** URLs that are separated by commas or white space. */
export const databaseUrls = z
  .string()
  .transform((list) => list.split(/[\s,]+/).filter((url) => url !== ''))
  .pipe(z.array(databaseUrl))

/** Returns why the text is not the URL of a PostgreSQL server, or undefined if it is one. It may name several hosts. */
function problemOf(text: string): string | undefined {
  if (!scheme.test(text)) return 'must be a URL that starts with postgres:// or postgresql://'
  const urls = splitHosts(text)
  if (!urls.every(isUrl)) return 'must be a URL, and special characters of the password must be percent-encoded'
  const balancing = parametersOf(text).get(loadBalanceHosts)
  if (balancing !== null && !/^(disable|random)$/.test(balancing)) {
    return `must have ${loadBalanceHosts}=random or ${loadBalanceHosts}=disable`
  }
  if (urls.length > 1 && !requiresWrites(text) && !balancesLoad(text))
    return `must have ${targetSessionAttrs}=read-write or ${loadBalanceHosts}=random if it has several hosts`
  return undefined
}

// Parameters of libpq. The driver does not know them.
const targetSessionAttrs = 'target_session_attrs'
const loadBalanceHosts = 'load_balance_hosts'
const parameters = [targetSessionAttrs, loadBalanceHosts]

/** The URL of each host of a URL in libpq's form, such as postgres://user@host1:5432,host2:5432/name. */
export function hostUrls(text: string): string[] {
  if (!parameters.some((name) => text.includes(name))) return splitHosts(text)
  return splitHosts(text).map((each) => {
    const url = new URL(each)
    for (const name of parameters) url.searchParams.delete(name)
    return url.href
  })
}

/** Whether connections must accept writes, and are opened to another host if they do not. */
export function requiresWrites(text: string): boolean {
  return parametersOf(text).get(targetSessionAttrs) === 'read-write'
}

/** Whether all hosts are used, instead of one of them. */
export function balancesLoad(text: string): boolean {
  return parametersOf(text).get(loadBalanceHosts) === 'random'
}

function parametersOf(text: string): URLSearchParams {
  return new URLSearchParams(text.split('?')[1])
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
