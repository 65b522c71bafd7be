import { expect } from 'vitest'
import { routes } from '../../../src/routes.ts'
import { type Credentials, credentialHeaders, olga, paula } from './credentials.ts'
import { fetchConforming } from '../openapi/conformance.ts'
import type { Changed, Face, Failed, LookupRecord, Problem, Refused } from './face.ts'
import { requestErrorCodes } from './request-error-codes.ts'
import type { TestServer } from '../server/server.ts'

export function restFace(server: Pick<TestServer, 'url'>): Face {
  const change: Face['change'] = async (operation, { id, body, token, touchpoint }) => {
    const { method, path, openapi } = routes.find((route) => route.operation === operation)!
    const answer = await fetchConforming(`${server.url}${path.replace(':caseInstanceId', `${id}`)}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...credentialHeaders({ ...olga, ...defined({ token, touchpoint }) }),
      },
      body: JSON.stringify(body),
    })
    if (answer.status !== openapi.status) return readFailure(answer)
    return { outcome: 'ok', ...((await answer.json()) as Omit<Changed, 'outcome'>) }
  }
  return {
    name: 'REST',
    change,
    update: (request) => change('updateCase', request),
    assign: (request) => change('assignCase', request),
    async lookup({ token, touchpoint, ...filters } = {}) {
      const caller = { ...paula, ...defined({ token, touchpoint }) }
      const answer = await fetchConforming(`${server.url}/api/v4/cases/typecategory?${new URLSearchParams(filters)}`, {
        headers: credentialHeaders(caller),
      })
      if (answer.status === 200) {
        const { caseTypeCategories } = (await answer.json()) as { caseTypeCategories: LookupRecord[] }
        return { outcome: 'ok', records: caseTypeCategories }
      }
      const failed = await readFailure(answer)
      return { outcome: 'refused', code: failed.code }
    },
  }
}

export function defined({
  token,
  touchpoint,
}: { [Member in keyof Credentials]: string | undefined }): Partial<Credentials> {
  return { ...(token === undefined ? {} : { token }), ...(touchpoint === undefined ? {} : { touchpoint }) }
}

export interface ProblemDocument {
  type: string
  title: string
  status: number
  detail: string
  code: string
  problems?: { code: string; detail: string; pointer?: string; parameter?: string }[]
  requestId?: string
  path?: string[]
  currentVersion?: number
}

async function readFailure(answer: Response): Promise<Failed | Refused> {
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json\b/)
  const { code, status, problems = [] } = (await answer.json()) as ProblemDocument
  const refusal = requestErrorCodes[code]
  expect([answer.status, status], code).toEqual(Array(2).fill(refusal?.status ?? 400))
  if (!refusal) return { outcome: 'error', code, problems: problems.map(asProblem) }
  const paths = problems.flatMap(({ pointer }) => (pointer === undefined ? [] : [pointerToPath(pointer)]))
  return { outcome: 'refused', code, ...(paths.length > 0 && { paths }) }
}

function asProblem({ code, pointer }: { code: string; pointer?: string }): Problem {
  // The case id is in the URL path, which a JSON Pointer cannot refer to.
  expect(pointer === undefined, `the pointer of ${code} is ${pointer}`).toBe(code === 'invalidId')
  return { code, path: pointer === undefined ? ['caseInstanceId'] : pointerToPath(pointer) }
}

/** Parses a JSON Pointer in URI fragment form (RFC 6901, section 6). */
export function pointerToPath(pointer: string): string[] {
  expect(pointer).toMatch(/^#(\/([\w.~!$&'()*+,;=:@?-]|%[0-9A-F]{2})*)*$/)
  const [, ...steps] = pointer.slice(1).split('/')
  return steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
}
