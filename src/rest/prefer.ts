export type Handling = 'strict' | 'lenient'

const token = "[\\w!#$%&'*+.^`|~-]+"
const quoted = '"(?:[^"\\\\]|\\\\.)*"'
const elements = new RegExp(`(?:${quoted}?|[^",])+`, 'g')
const preference = new RegExp(`^\\s*(${token})\\s*(?:=\\s*(${token}|${quoted})\\s*)?(?:;|$)`)

/** The value of a preference in a Prefer header (RFC 7240), of which the first occurrence counts. Undefined if it is missing. */
function preferred(prefer: string, wanted: string): string | undefined {
  for (const element of prefer.match(elements) ?? []) {
    const [, name, value = ''] = preference.exec(element) ?? []
    if (name?.toLowerCase() === wanted) return value.replaceAll(/^"|"$|\\(?=.)/g, '').toLowerCase()
  }
  return undefined
}

/** The preference `handling`. Undefined if it is missing or unknown. */
export function preferredHandling(prefer: string): Handling | undefined {
  const value = preferred(prefer, 'handling')
  return value === 'strict' || value === 'lenient' ? value : undefined
}

const maximumWait = 30

/** The preference `wait`: how many seconds the response may be held, at most 30. Undefined if it is missing or no number. */
export function preferredWait(prefer: string): number | undefined {
  const value = preferred(prefer, 'wait')
  return value !== undefined && /^\d{1,9}$/.test(value) ? Math.min(Number(value), maximumWait) : undefined
}
