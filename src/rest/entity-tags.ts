import { RequestError } from '../errors/request-error.ts'
import type { RestRequest } from './route.ts'

/** What follows the state in the tag of a representation: the SHA-256 of the body in base64url, and the encoding. */
export const representationPattern = String.raw`\.[\w-]{42}[AEIMQUYcgkosw048](?:\.(?:br|gzip))?`

/**
 * The opaque parts of the strong tags in If-Match. Undefined if the header is absent or `*`. Throws BAD_USER_INPUT if the syntax is
 * not that of RFC 9110, section 13.1.1.
 */
export function strongTags(ifMatch: string | undefined): string[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  return entityTags(ifMatch).flatMap(({ isWeak, opaque }) => (isWeak ? [] : [opaque]))
}

/** Why If-Match without a strong tag is not fulfilled. `state` names what to send instead. */
export function noStrongTag(state: string): string {
  return (
    'If-Match contains only weak tags, and weak tags never match. A proxy that compresses responses makes their tags weak. ' +
    `Send the ${state} in quotes, or turn off compression in the proxy. Nothing was written.`
  )
}

/** How If-Match is read for an object with one tag: a state of this pattern. The tag of a read continues with the representationPattern. */
export function stateTags(pattern: string, state: string) {
  const tag = new RegExp(`^(${pattern})(?:${representationPattern})?$`)
  const tagsOf = ({ headers }: Pick<RestRequest, 'headers'>) => strongTags(headers['if-match'])
  return {
    /** The states that the request expects. Undefined if every state is accepted. */
    expected: (request: RestRequest) => tagsOf(request)?.flatMap((opaque) => tag.exec(opaque)?.[1] ?? []),
    unmatchable: (request: RestRequest) => (tagsOf(request)?.length === 0 ? noStrongTag(state) : undefined),
  }
}

const entityTag = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[\t ]*(?:,[\t ,]*|$)/gy

/** The tags of a list. It may have empty elements (RFC 9110, section 5.6.1). */
function entityTags(header: string): { isWeak: boolean; opaque: string }[] {
  const list = header.replace(/^[\t ,]+/, '')
  const matches = [...list.matchAll(entityTag)]
  if (matches.length === 0 || matches.map(([text]) => text).join('') !== list) {
    throw new RequestError('BAD_USER_INPUT', 'If-Match must be * or one or more tags in quotes, such as "7".')
  }
  return matches.map(([, weak, opaque = '']) => ({ isWeak: weak !== undefined, opaque }))
}
