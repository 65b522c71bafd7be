import { commandName } from '../../command-name.ts'
import { UsageError } from '../../errors.ts'
import type { DemoRequest } from './demo-steps.ts'

export interface Credentials {
  touchpoint: string
  token: string
  /** Whether the token may be printed. */
  isPublic: boolean
}

/** A request and the response to it, in the format of --json. */
export interface Exchange {
  face: 'graphql' | 'rest'
  request: { method: string; url: string; headers: Record<string, string>; body: DemoRequest['body'] }
  status: number
  ms: number
  answer: unknown
  /** The error code, or null if the request succeeded. */
  code: string | null
}

/** Longer than the service waits for its database. */
const timeoutMs = 30_000

export async function exchange(
  base: string,
  { face, method, path, body }: DemoRequest,
  { touchpoint, token, isPublic }: Credentials,
): Promise<Exchange> {
  const url = base + path
  const headers = {
    'Service-Touchpoint': touchpoint,
    'Service-Token': token,
    ...(body && { 'Content-Type': 'application/json' }),
  }
  const started = performance.now()
  const { status, answer } = await send(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const ms = Math.round(performance.now() - started)
  const shown = isPublic ? headers : { ...headers, 'Service-Token': '***' }
  return { face, request: { method, url, headers: shown, body }, status, ms, answer, code: codeOf(status, answer) }
}

async function send(url: string, request: RequestInit): Promise<{ status: number; answer: object }> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { ...request, signal, redirect: 'manual' }).catch((cause: unknown) => {
    throw new UsageError(`No server responds at ${url}. Run "${commandName} serve", or set --url.`, { cause })
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (typeof answer === 'object' && answer !== null) return { status: response.status, answer }
  throw new UsageError(`The server at ${url} is not Casegate: status ${response.status}, and the body is not JSON.`)
}

interface Refusable {
  code?: string
  errors?: { extensions?: { code?: string } }[]
  data?: Record<string, { code?: string } | null> | null
}

/** REST has the code in the problem document; GraphQL has it in the result, or in `errors`. */
function codeOf(status: number, { code, errors, data }: Refusable): string | null {
  if (errors) return errors[0]?.extensions?.code ?? 'unknown'
  if (data) return Object.values(data)[0]?.code ?? null
  return status < 400 ? null : (code ?? `${status}`)
}
