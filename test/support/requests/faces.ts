import { describe } from 'vitest'
import type { Face, Failed, Refused } from './face.ts'
import { graphqlFace } from './graphql-face.ts'
import { restFace } from './rest-face.ts'
import type { TestServer } from '../server/server.ts'

/** Runs the same tests over REST and GraphQL. */
export function describeFaces(name: string, server: TestServer, tests: (face: Face) => void): void {
  describe.each([restFace(server), graphqlFace(server)])(`${name}, over $name`, tests)
}

/** The expected outcome of a rejected change. Each problem is its code followed by its path. */
export function failure(...problems: [code: string, ...path: string[]][]): Failed {
  const list = problems.map(([code, ...path]) => ({ code, path }))
  return { outcome: 'error', code: list[0]?.code ?? '', problems: list }
}

export const invalidId = failure(['invalidId', 'caseInstanceId'])

export function refused(code: string, ...paths: string[][]): Refused {
  return { outcome: 'refused', code, ...(paths.length > 0 && { paths }) }
}
