import { queries } from './documents.ts'
import type { CheckedRequest } from './load.ts'

export interface Caller {
  touchpoint: string
  token: string
}

/** Describes what is wrong with a result; null if it is correct. */
type Check<Result> = (result: Result) => string | null

export function put<Result>(path: string, caller: Caller, input: unknown, check: Check<Result>): CheckedRequest {
  return { request: requestText('PUT', path, caller, JSON.stringify(input)), check: responseCheck(201, check) }
}

export function graphql<Result>(
  field: string,
  caller: Caller,
  variables: unknown,
  check: Check<Result>,
  cacheKey?: string,
): CheckedRequest {
  const body = `{"query":${queries[field]},"variables":${JSON.stringify(variables)}}`
  const checkField = ({ data }: { data: Record<string, Result> }) => check(data[field] as Result)
  return { request: requestText('POST', '/graphql', caller, body), check: responseCheck(200, checkField, cacheKey) }
}

/** The whole request. The body must be ASCII. */
export function requestText(method: string, path: string, { touchpoint, token }: Caller, body: string): string {
  const content = body && `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  const credentials = `Service-Touchpoint: ${touchpoint}\r\nService-Token: ${token}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n${credentials}${content}\r\n${body}`
}

const correctBodies = new Map<string, Buffer>()

/** With a cache key, a body that was correct before is not parsed again. */
export function responseCheck<Result>(expectedStatus: number, check: Check<Result>, cacheKey?: string) {
  return (status: number, body: Buffer): string | null => {
    if (status !== expectedStatus) return 'wrong status'
    if (cacheKey !== undefined && correctBodies.get(cacheKey)?.equals(body)) return null
    try {
      const problem = check(JSON.parse(body.toString()) as Result)
      if (cacheKey !== undefined && problem === null) correctBodies.set(cacheKey, Buffer.from(body))
      return problem
    } catch (error) {
      return `invalid body (${String(error)})`
    }
  }
}
