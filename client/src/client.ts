import createRestClient, {
  type Client as RestClient,
  type FetchResponse,
  type MaybeOptionalInit,
  type ParseAs,
} from 'openapi-fetch'
import { type Credentials, setCredentials } from './credentials.ts'
import { ConnectionError, type Problem } from './errors.ts'
import { EventFeed, type EventOptions, type OpenedStream } from './feed.ts'
import { keyedOperations } from './generated/keyed-operations.ts'
import type { paths } from './generated/openapi.ts'
import { type Fetch, retrying } from './retry.ts'

export type { Credentials } from './credentials.ts'
export { ConnectionError, CursorExpiredError, type Problem, ProblemError } from './errors.ts'
export type { EventFeed, EventFilter, EventOptions, FeedEvent } from './feed.ts'
export type { components, operations, paths } from './generated/openapi.ts'
export { verifyWebhook, type WebhookHeaders, type WebhookMessage, WebhookVerificationError } from './webhook.ts'

export interface ClientOptions {
  /** The address of the service, without `/api/v4`. In a browser, an empty one stands for the origin of the page. */
  url: string | URL
  /** Who calls. A function is called once for each call, and once for each connection of the feed, so that it can renew a token. */
  credentials: Credentials | (() => Credentials | Promise<Credentials>)
  /** How often a call is retried at most. 3 by default. */
  retries?: number | undefined
  /** Used for each attempt, instead of the global `fetch`. */
  fetch?: Fetch | undefined
}

/** Responses of other types, such as CSV, are not typed. Read them with `parseAs`. */
type MediaType = `application/${string}` | '*/*'

/** Unlike the type of openapi-fetch, this one rejects members that bodies and parameters do not have. */
type Call<M extends Method> = <
  Path extends { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths],
  Format extends ParseAs = 'json',
>(
  path: Path,
  ...init: Init<MaybeOptionalInit<paths[Path], M>, Format>
) => Promise<FetchResponse<paths[Path][M] & object, { parseAs: Format }, MediaType>>

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete'

type Init<Options, Format> = undefined extends Options
  ? [options?: Options & { parseAs?: Format }]
  : [options: Options & { parseAs?: Format }]

export interface Client extends Omit<RestClient<paths, MediaType>, Uppercase<Method>> {
  GET: Call<'get'>
  PUT: Call<'put'>
  POST: Call<'post'>
  PATCH: Call<'patch'>
  DELETE: Call<'delete'>
  /** The events of the feed, in order, after a cursor. Connects again when the connection is lost. */
  events(options?: EventOptions): EventFeed
}

/** Creates a client for the REST API. The parameters, body, responses and errors of each path have types. */
export function createClient({
  url,
  credentials,
  retries = 3,
  fetch = (request) => globalThis.fetch(request),
}: ClientOptions): Client {
  const formats = new WeakMap<Request, ParseAs>()
  const rest = createRestClient<paths, MediaType>({
    baseUrl: String(url).replace(/\/+$/, ''),
    // The body sets its own type.
    headers: { 'Content-Type': null },
    bodySerializer,
    fetch: retrying(fetch, retries, formats),
    // Otherwise, the credentials would be sent to the other server.
    redirect: 'manual',
    // Required for bodies that are streams.
    ...({ duplex: 'half' } as RequestInit),
  })
  rest.use({
    async onRequest({ request, schemaPath, options: { parseAs } }) {
      const { headers, method } = request
      setCredentials(headers, typeof credentials === 'function' ? await credentials() : credentials)
      // Other operations ignore a key, so a retry would not be safe.
      if (!keyedOperations.has(`${method} ${schemaPath}`)) headers.delete('Idempotency-Key')
      else if (!headers.has('Idempotency-Key')) headers.set('Idempotency-Key', uuid())
      formats.set(request, parseAs)
    },
  })
  const once = retrying(fetch, 0, formats)
  return Object.assign(rest as unknown as Omit<Client, 'events'>, {
    events: ({ filter, ...options }: EventOptions = {}) => {
      const open = async (after: string | undefined, signal: AbortSignal): Promise<OpenedStream> => {
        const { data, error, response } = await rest.GET('/api/v4/events', {
          params: { query: { ...filter, ...(after !== undefined && { after }) } },
          headers: { Accept: 'text/event-stream' },
          parseAs: 'stream',
          fetch: once,
          signal,
        })
        if (error) return { problem: error as Problem, response }
        if (data && response.headers.get('Content-Type')?.startsWith('text/event-stream')) return { body: data }
        throw new ConnectionError('The response is not a stream of events, so it is not from the service.', {
          response,
        })
      }
      return new EventFeed({ ...options, open, retries })
    },
  })
}

/** Bytes are sent as they are. Anything else is JSON. */
function bodySerializer(body: unknown): unknown {
  const isBytes = body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body)
  if (isBytes || body instanceof ReadableStream) return body
  return new Blob([JSON.stringify(body)], { type: 'application/json' })
}

/** Browsers have `crypto.randomUUID` only in secure contexts, such as pages loaded over HTTPS. */
function uuid(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const random = (digit: string) => {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    return (Number(digit) ^ (byte & (15 >> (Number(digit) / 4)))).toString(16)
  }
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, random)
}
