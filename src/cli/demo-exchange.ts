import { UsageError } from '../errors.ts'
import { commandName } from '../command-name.ts'
import type { Exchange } from './demo-steps.ts'

export interface Credentials {
  touchpoint: string
  token: string
  /** Whether everybody may see the token. */
  isPublic: boolean
}

export interface Outcome {
  url: string
  status: number
  ms: number
  answer: unknown
  /** Why it was refused; undefined where it was not. */
  code: string | undefined
}

/** Longer than the service itself waits for its database. */
const patienceMs = 30_000

export async function exchange(
  base: string,
  { method, path, body }: Exchange,
  credentials: Credentials,
): Promise<Outcome> {
  const url = base + path
  const started = performance.now()
  const headers = {
    'service-touchpoint': credentials.touchpoint,
    'service-token': credentials.token,
    ...(body && { 'content-type': 'application/json' }),
  }
  const sent = { method, headers, signal: AbortSignal.timeout(patienceMs), redirect: 'manual' as const }
  let response: Response
  let text: string
  try {
    response = await fetch(url, body ? { ...sent, body: JSON.stringify(body) } : sent)
    text = await response.text()
  } catch (cause) {
    throw new UsageError(`Nobody answers at ${url}. Start a server with "${commandName} serve", or set --url.`, {
      cause,
    })
  }
  const answer = parse(text)
  if (answer === undefined) {
    throw new UsageError(`What answers at ${url} is no Casegate: ${response.status} without JSON.`)
  }
  const ms = Math.round(performance.now() - started)
  return { url, status: response.status, ms, answer, code: codeOf(response.status, answer) }
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

interface Refusable {
  code?: string
  errors?: { extensions?: { code?: string } }[]
  data?: Record<string, { code?: string } | null> | null
}

/** REST has it in the problem document, GraphQL in the result, or in the errors where it came to none. */
function codeOf(status: number, answer: Refusable): string | undefined {
  const { code, errors, data } = answer
  if (errors) return errors[0]?.extensions?.code ?? 'unknown'
  if (data) return Object.values(data)[0]?.code
  return status < 400 ? undefined : (code ?? `${status}`)
}
