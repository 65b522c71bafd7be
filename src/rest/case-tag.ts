import { hash } from 'node:crypto'
import { RequestError } from '../errors.ts'

/** A version of a case. */
export interface CaseVersion {
  id: string
  version: number
}

/**
 * The opaque part of a strong tag that identifies a version of a case. The second part belongs to the case, so that tags
 * of other cases do not match. Tags of representations continue with a dot and the hash of the body. Of these, only the
 * form is compared, because the service does not keep what it has sent.
 */
export function caseTag({ id, version }: CaseVersion): string {
  return `${version}.${hash('sha256', `case ${id} ${version}`, 'base64url').slice(0, 8)}`
}

/** What If-Match requires: a version of the case, or what no version fulfils, with the reason. */
export type IfMatch = { version: number } | { unmatchable: string }

const noStrongTag =
  'If-Match contains only weak tags, and weak tags never match. A proxy that compresses responses makes their tags weak. ' +
  'Send the version of the case in quotes, or turn off compression in the proxy. Nothing was written.'
const noTagOfCase = 'If-Match contains no tag of this case. Nothing was written.'

/** Undefined if every version is accepted. Throws BAD_USER_INPUT if the syntax is not that of RFC 9110, section 13.1.1. */
export function readIfMatch(header: string | undefined, caseId: string): IfMatch | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const strong = entityTags(header).filter(({ isWeak }) => !isWeak)
  if (strong.length === 0) return { unmatchable: noStrongTag }
  const versions = strong.flatMap(({ opaque }) => versionOf(opaque, caseId) ?? [])
  // Versions ascend: of the tags that a client has received, only the latest can be current.
  return versions.length > 0 ? { version: Math.max(...versions) } : { unmatchable: noTagOfCase }
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

/** The version, the part that belongs to the case, and the SHA-256 of a body in base64url with the encoding. */
const opaqueTag = /^([1-9]\d{0,8})(?:(\.[\w-]{8})(?:\.[\w-]{42}[AEIMQUYcgkosw048](?:\.(?:br|gzip))?)?)?$/

/** The version in a tag of the case: the version alone, or with what `caseTag` adds, alone or with a representation. */
function versionOf(opaque: string, caseId: string): number | undefined {
  const [, digits, ofCase] = opaqueTag.exec(opaque) ?? []
  if (digits === undefined) return undefined
  const version = Number(digits)
  const isOfCase = ofCase === undefined || digits + ofCase === caseTag({ id: caseId, version })
  return isOfCase ? version : undefined
}
