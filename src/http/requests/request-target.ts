import { invalidInput } from '../../errors/request-error.ts'
import { credentialParameters } from '../authentication.ts'

/**
 * Turns a request target into one that the router reads as it was sent: an absolute URL (RFC 9112, section 3.2.2) becomes
 * its path and query, a `#` does not end the path, and a path that cannot be decoded is taken literally.
 */
export function rewriteTarget(target: string): string {
  const origin = originForm(target)
  return /[#%]/.test(origin) ? decodable(origin) : origin
}

/** The scheme and the authority of an absolute URL. */
const beforePath = /^https?:\/\/[^/?]*/i

/** Whether a request target has no authority, or one that is a host with an optional port and user information. */
export function hasValidAuthority(target: string): boolean {
  if (target.startsWith('/')) return true
  const absolute = beforePath.exec(target)
  return !absolute || URL.canParse(absolute[0])
}

function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const absolute = beforePath.exec(target)
  if (!absolute) return `/${target}`
  const rest = target.slice(absolute[0].length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

function decodable(target: string): string {
  const end = target.indexOf('?')
  const path = (end < 0 ? target : target.slice(0, end)).replaceAll('#', '%23')
  const query = end < 0 ? '' : target.slice(end)
  try {
    decodeURIComponent(path)
    return path + query
  } catch {
    return path.replaceAll('%', '%25') + query
  }
}

/** Throws BAD_USER_INPUT for the first query parameter that is not UTF-8. A `%` that encodes nothing stands for itself. */
export function requireUtf8Query(target: string): void {
  const start = target.indexOf('?')
  if (start < 0 || !target.includes('%', start)) return
  for (const pair of target.slice(start + 1).split('&')) {
    try {
      decodeURIComponent(pair.replaceAll(/%(?![\da-f]{2})/gi, '%25'))
    } catch {
      const [parameter = ''] = pair.split('=')
      // Credentials that are not UTF-8 are unknown ones.
      if (credentialParameters.includes(parameter)) continue
      throw invalidInput([{ message: `${parameter} must be percent-encoded in UTF-8.`, parameter }])
    }
  }
}
