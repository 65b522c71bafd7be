/**
 * Turns a request target into one that the router reads as it was sent: an absolute URL (RFC 9112, section 3.2.2) becomes
 * its path and query, a `#` does not end the path, and a path that cannot be decoded is taken literally.
 */
export function rewriteTarget(target: string): string {
  const origin = originForm(target)
  return /[#%]/.test(origin) ? decodable(origin) : origin
}

function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const absolute = /^https?:\/\/[^/?]*/i.exec(target)
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
