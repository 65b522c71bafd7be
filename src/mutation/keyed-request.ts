import { hash } from 'node:crypto'
import { isValidPostgresText } from '../database/statements/valid-text.ts'
import { RequestError } from '../errors/request-error.ts'

/** A mutation with an idempotency key. Hashes are SHA-256 in hexadecimal. */
export interface KeyedRequest {
  tokenHash: string
  key: string
  readonly requestHash: string
}

/** The input fields that make a request repeatable. */
export interface RepeatableInput {
  idempotencyKey?: string | null | undefined
  dryRun?: boolean | null | undefined
}

const maximumKeyLength = 255

/**
 * The request if its input has a key and is no dry run. Requests are the same if the operation and what is requested are
 * the same. The hash is not computed before it is needed, which is after the caller is known. Throws BAD_USER_INPUT for an
 * invalid key.
 */
export function keyedRequest(
  tokenHash: string,
  { idempotencyKey: key, dryRun }: RepeatableInput,
  operation: string,
  requested: object | (() => object),
): KeyedRequest | null {
  if (key == null) return null
  if (key === '' || key.length > maximumKeyLength || !isValidPostgresText(key)) {
    const limits = `must have 1 to ${maximumKeyLength} characters, without NUL characters or lone surrogates`
    throw new RequestError('BAD_USER_INPUT', `idempotencyKey ${limits}.`)
  }
  if (dryRun) return null
  let hash: string | undefined
  return {
    tokenHash,
    key,
    get requestHash() {
      return (hash ??= requestHash(operation, typeof requested === 'function' ? requested() : requested))
    },
  }
}

/**
 * The SHA-256 of an operation and what is requested of it. The values are those that would be stored, except for
 * `caseData`: its strings and numbers are as they were sent, so "1.50" and 1.5 differ. Null is the same as absent.
 */
export function requestHash(operation: string, requested: object): string {
  const sent = Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== null))
  return hash('sha256', canonicalText([operation, sent]), 'hex')
}

/** The end of an array or object, described by its token. */
const endOfArray = Symbol(']')
const endOfObject = Symbol('}')

/**
 * A text that is the same for JSON values that are equal, whatever the order of members. Members that are undefined are
 * left out. Not recursive, because callers choose the depth.
 */
export function canonicalText(value: unknown): string {
  const tokens: string[] = []
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'symbol') tokens.push(next.description!)
    else if (typeof next !== 'object' || next === null) tokens.push(JSON.stringify(next))
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
