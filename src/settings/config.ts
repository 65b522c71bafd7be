import { availableParallelism } from 'node:os'
import type { z } from 'zod'
import { toAttachments } from './attachment-settings.ts'
import { defaultDeskUrl, toDeskSignIn, toRelyingParty } from './desk-settings.ts'
import { InvalidSettings } from './invalid-settings.ts'
import { toIssuer } from './issuer-settings.ts'
import { toNats } from './nats-settings.ts'
import { minimumSessionSeconds } from './setting-formats.ts'
import { toStore } from './store.ts'
import { conditions, environment, maximumWorkers, removed, type Variables } from './variables.ts'

export const settingNames: readonly string[] = Object.keys(environment.shape)

export type Config = ReturnType<typeof toConfig>
export type ResponseLimits = Config['responseLimits']
export type GraphqlLimits = Config['graphqlLimits']
export type SessionLimits = Config['sessionLimits']
export type RateLimits = NonNullable<Config['rateLimits']>

/**
 * Reads the environment. An empty variable counts as not set. The overrides replace its variables. Throws InvalidSettings,
 * which names every invalid variable.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, overrides: Record<string, string> = {}): Config {
  const sent = Object.entries({ ...env, ...overrides }).filter(([, value]) => value !== '')
  const invalid = new Map<string, string>()
  for (const issue of environment.safeParse(Object.fromEntries(sent)).error?.issues ?? []) {
    const name = String(issue.path[0])
    if (!invalid.has(name)) invalid.set(name, describe(issue))
  }
  const variables = environment.parse(Object.fromEntries(sent.filter(([name]) => !invalid.has(name))))
  for (const { name, needs, problem } of conditions) {
    const message = problem(variables)
    // A variable that only needs one that is invalid is not invalid itself.
    if (message && !invalid.has(name) && !(needs && invalid.has(needs))) invalid.set(name, message)
  }
  for (const [name] of sent) if (removed[name]) invalid.set(name, `is no longer a setting: ${removed[name]}`)
  if (invalid.size === 0) return toConfig(variables)
  throw new InvalidSettings(Object.fromEntries(invalid))
}

const responseLimits = {
  /** How long a client may take to read a whole response. */
  timeoutMs: 60_000,
  /** The maximum size of one response in bytes. */
  size: 8 * 1024 * 1024,
  /** The maximum size in bytes of all large responses that are being built or have not been read. */
  memory: 64 * 1024 * 1024,
}

/** `fields`: in all operations of the document together, with fragments expanded. `cost`: about one for each value of the response. */
const graphqlLimits = { depth: 15, aliases: 30, tokens: 2_000, directives: 50, fields: 5_000, cost: 10_000 }

function toConfig(e: Variables) {
  return {
    host: e.HOST,
    port: e.PORT,
    /** How many processes serve. With more than one, this is the configuration of all of them. */
    workers:
      e.WORKERS === 'auto' ? Math.min(availableParallelism(), e.DATABASE_POOL_SIZE, maximumWorkers) : Number(e.WORKERS),
    store: toStore(e),
    /** How long a client may take to send a whole request. */
    requestTimeoutMs: 30_000,
    responseLimits,
    /** How many connections are served at a time. */
    maxConnections: e.MAX_CONNECTIONS,
    /** How many connections of one address are served at a time. Connections through proxies have the proxies' addresses. */
    maxConnectionsPerAddress: e.TRUST_PROXY > 0 ? Infinity : Math.ceil(e.MAX_CONNECTIONS / 2),
    /** How long the server serves requests after SIGTERM while /readyz is 503. */
    shutdownDelayMs: e.SHUTDOWN_DELAY * 1000,
    /** Whether the playground and the API reference are served. If only trusted documents are executed, they are useless. */
    graphiql: e.GRAPHIQL ?? (!e.DATABASE_URL && !e.TRUSTED_DOCUMENTS_ONLY),
    /** Whether the desk is served. Its documents are not trusted ones. */
    desk: e.DESK ?? (!e.DATABASE_URL && !e.TRUSTED_DOCUMENTS_ONLY),
    deskSignIn: toDeskSignIn(e),
    /** Whether assistants can call the tools on /mcp. */
    mcp: e.MCP,
    /** Where browsers reach the desk. Undefined if it is not known: then there are no invitations and no passkeys. */
    relyingParty: toRelyingParty(e.DESK_URL ?? defaultDeskUrl(e)),
    /** The limits of one GraphQL document. */
    graphqlLimits,
    /** The JSON file of trusted documents, and whether all others are rejected. Undefined if there are none. */
    trusted: e.TRUSTED_DOCUMENTS ? { file: e.TRUSTED_DOCUMENTS, only: e.TRUSTED_DOCUMENTS_ONLY } : undefined,
    /** The origins whose pages may read responses. */
    corsOrigins: e.CORS_ORIGINS,
    /** The limits of new sessions in seconds. */
    sessionLimits: {
      minimum: minimumSessionSeconds,
      lifetime: e.SESSION_LIFETIME,
      idleTimeout: e.SESSION_IDLE_TIMEOUT,
    },
    /** Whether credentials in the query string are accepted. */
    queryCredentials: e.QUERY_CREDENTIALS,
    /** Requests per minute. `address` counts session tokens that the process has not accepted before. */
    rateLimits:
      (e.RATE_LIMIT ?? Boolean(e.DATABASE_URL))
        ? { session: e.RATE_LIMIT_SESSION, client: e.RATE_LIMIT_TOUCHPOINT, address: e.RATE_LIMIT_ADDRESS }
        : undefined,
    /** How many proxies requests pass. Each appends the address of its caller to X-Forwarded-For. */
    trustedProxies: e.TRUST_PROXY,
    /** The port that serves metrics to Prometheus; undefined if none. */
    metricsPort: e.METRICS_PORT,
    /** The OTLP/HTTP endpoint that receives traces; undefined if none. */
    tracesEndpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** The OpenID Connect issuer whose JWTs are accepted; undefined if there is none. */
    issuer: toIssuer(e),
    /** Networks besides public addresses that webhooks are sent to, as CIDR. Also over http. */
    webhookNetworks: e.WEBHOOK_ALLOWED_NETWORKS,
    /** The NATS server that `relay nats` publishes to; undefined if there is none. */
    nats: toNats(e),
    attachments: toAttachments(e),
    logLevel: e.LOG_LEVEL,
    events: {
      /** How many days events stay in the feed. */
      retentionDays: e.EVENT_RETENTION,
      /** How many streams are open at a time. */
      maxStreams: e.MAX_STREAMS,
      maxStreamsPerSession: 20,
      /** Also of one that proxies name. */
      maxStreamsPerAddress: Math.ceil(e.MAX_STREAMS / 2),
    },
  }
}

function describe(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : issue.message
}
