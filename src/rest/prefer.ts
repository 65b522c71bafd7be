export type Handling = 'strict' | 'lenient'

const token = "[\\w!#$%&'*+.^`|~-]+"
const quoted = '"(?:[^"\\\\]|\\\\.)*"'
const elements = new RegExp(`(?:${quoted}?|[^",])+`, 'g')
const handlingElement = new RegExp(`^\\s*handling\\s*(?:=\\s*(${token}|${quoted})\\s*)?(?:;|$)`, 'i')

/**
 * The preference `handling` of a Prefer header (RFC 7240), of which the first occurrence counts. Undefined if it is
 * missing or unknown.
 */
export function preferredHandling(prefer: string): Handling | undefined {
  for (const element of prefer.match(elements) ?? []) {
    const handling = handlingElement.exec(element)
    if (!handling) continue
    const value = (handling[1] ?? '').replaceAll(/^"|"$|\\(?=.)/g, '').toLowerCase()
    return value === 'strict' || value === 'lenient' ? value : undefined
  }
  return undefined
}
