import { hash } from 'node:crypto'

/** Marks the end of an array or object. */
class End {
  readonly token: string

  constructor(token: string) {
    this.token = token
  }
}

const endOfArray = new End(']')
const endOfObject = new End('}')

/**
 * A text that is the same for JSON values that are equal, whatever the order of members. Members that are undefined are
 * left out. Not recursive, because callers choose the depth.
 */
export function canonicalText(value: unknown): string {
  const tokens: string[] = []
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next !== 'object' || next === null) tokens.push(JSON.stringify(next))
    else if (next instanceof End) tokens.push(next.token)
    else if (Array.isArray(next)) {
      tokens.push('[')
      left.push(endOfArray)
      for (let index = next.length - 1; index >= 0; index--) left.push(next[index])
    } else {
      tokens.push('{')
      left.push(endOfObject)
      const members = next as Record<string, unknown>
      for (const name of Object.keys(members).sort().reverse()) {
        if (members[name] !== undefined) left.push(members[name], name)
      }
    }
  }
  return tokens.join(',')
}

/**
 * The SHA-256, in hexadecimal, of an operation and what is requested of it. Two requests mean the same if their hashes are
 * equal. The values are those that would be stored, except for `caseData`: its strings and numbers are as they were sent,
 * so "1.50" and 1.5 differ. Null is the same as absent.
 */
export function requestHash(operation: string, requested: object): string {
  const sent = Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== null))
  return hash('sha256', canonicalText([operation, sent]), 'hex')
}
