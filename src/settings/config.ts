import { z } from 'zod'
import { databaseUrl, databaseUrls } from './database-url.ts'
import { deskConditions, deskVariables, toDeskSignIn } from './desk-settings.ts'
import { InvalidSettings } from './invalid-settings.ts'
import { issuerConditions, issuerVariables, toIssuer } from './issuer-settings.ts'
import {
  days,
  headerNames,
  limit,
  minimumSessionSeconds,
  onOff,
  port,
  sessionSeconds,
  text,
  trustProxy,
} from './setting-formats.ts'

const environment = z
  .object({
    HOST: text.default('127.0.0.1'),
    PORT: port.default(4000),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_REPLICA_URLS: databaseUrls.default([]),
    DATABASE_REPLICA_MAX_LAG: limit.refine((seconds) => seconds <= 300, 'must be at most 300 seconds').default(10),
    DATABASE_POOL_SIZE: z
      .string()
      .regex(/^[1-9]\d{0,2}$/, 'must be a number from 1 to 999')
      .transform(Number)
      .default(16),
    PREPARED_STATEMENTS: onOff.default(true),
    DATA_DIR: text.default('.data'),
    GRAPHIQL: onOff.optional(),
    DESK: onOff.optional(),
    ...deskVariables,
    REQUEST_TIMEOUT: limit.default(30),
    RESPONSE_TIMEOUT: limit.default(60),
    RESPONSE_MAX_SIZE: limit.default(8_192),
    RESPONSE_MAX_MEMORY: limit.default(65_536),
    MAX_CONNECTIONS: limit.default(1_000),
    MAX_CONNECTIONS_PER_ADDRESS: limit.default(500),
    SHUTDOWN_DELAY: z
      .string()
      .regex(/^\d{1,4}$/, 'must be a number of seconds from 0 to 9999')
      .transform(Number)
      .default(0),
    INTROSPECTION: onOff.default(true),
    GRAPHQL_MAX_DEPTH: limit.default(15),
    GRAPHQL_MAX_ALIASES: limit.default(30),
    GRAPHQL_MAX_TOKENS: limit.default(2_000),
    GRAPHQL_MAX_DIRECTIVES: limit.default(50),
    GRAPHQL_MAX_FIELDS: limit.default(5_000),
    GRAPHQL_MAX_COST: limit.default(10_000),
    TRUSTED_DOCUMENTS: text.optional(),
    TRUSTED_DOCUMENTS_ONLY: onOff.default(false),
    CORS_ORIGINS: z
      .string()
      .transform((list) => list.split(',').map((origin) => origin.trim()))
      .refine(
        (origins) => origins.every(isOrigin),
        'must be a comma-separated list of origins such as https://desk.example.com',
      )
      .default([]),
    CORS_HEADERS: headerNames.default([]),
    SESSION_LIFETIME: sessionSeconds.default(12 * 3600),
    SESSION_IDLE_TIMEOUT: sessionSeconds.optional(),
    QUERY_CREDENTIALS: onOff.default(true),
    RATE_LIMIT: onOff.optional(),
    RATE_LIMIT_SESSION: limit.default(3_000),
    RATE_LIMIT_TOUCHPOINT: limit.default(60_000),
    RATE_LIMIT_ADDRESS: limit.default(300),
    TRUST_PROXY: trustProxy.default(0),
    METRICS_PORT: port.optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: z.string().refine(URL.canParse, 'must be a URL').optional(),
    ARCHIVE_OLDER_THAN: days.optional(),
    ...issuerVariables,
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .refine((e) => e.DATABASE_URL !== undefined || e.DATABASE_REPLICA_URLS.length === 0, {
    path: ['DATABASE_REPLICA_URLS'],
    message: 'cannot be set unless DATABASE_URL is set',
  })
  .refine((e) => e.TRUSTED_DOCUMENTS !== undefined || !e.TRUSTED_DOCUMENTS_ONLY, {
    path: ['TRUSTED_DOCUMENTS_ONLY'],
    message: 'cannot be on unless TRUSTED_DOCUMENTS is set',
  })
  .superRefine((e, context) => {
    if (e.METRICS_PORT && e.METRICS_PORT === e.PORT) {
      context.addIssue({ code: 'custom', path: ['METRICS_PORT'], message: `must differ from PORT, which is ${e.PORT}` })
    }
    for (const { path, message, holds } of issuerConditions) {
      if (!holds(e)) context.addIssue({ code: 'custom', path, message })
    }
    for (const { path, message, holds, needs } of deskConditions) {
      if (!holds(e)) context.addIssue({ code: 'custom', path, message, params: { needs } })
    }
  })

/** The names of all variables. */
export const settingNames: readonly string[] = Object.keys(environment.shape)

/** Where the data is stored. */
export interface PostgresStore {
  kind: 'postgresql'
  url: string
  poolSize: number
  preparedStatements: boolean
  /** Standbys that reads may run on. */
  replicas?: ReplicaSettings
  /** Statements that take longer fail. Without it, statements may take as long as they need. */
  queryTimeoutMs?: number
  /** How long a statement waits for a connection. The default is 5 s. */
  connectTimeoutMs?: number
}

export interface ReplicaSettings {
  urls: readonly string[]
  /** Replicas that are further behind are not read from. */
  maxLagMs: number
}

export interface EmbeddedStore {
  kind: 'embedded'
  folder: string
}

export type Config = ReturnType<typeof toConfig>
export type ResponseLimits = Config['responseLimits']
export type GraphqlLimits = Config['graphqlLimits']
export type TrustedDocuments = NonNullable<Config['trusted']>
export type SessionLimits = Config['sessionLimits']
export type RateLimits = NonNullable<Config['rateLimits']>

/** Reads the environment; an empty variable counts as unset. The overrides replace its variables. Throws InvalidSettings, which names every invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env, overrides: Record<string, string> = {}): Config {
  const values = new Map(Object.entries({ ...env, ...overrides }).filter(([, value]) => value !== ''))
  const sent = new Set(values.keys())
  const invalid = new Map<string, string>()
  // Conditions on several variables are checked only when each of them is valid.
  for (;;) {
    const { success, data, error } = environment.safeParse(Object.fromEntries(values))
    if (success && invalid.size === 0) return toConfig(data)
    if (success) throw new InvalidSettings(Array.from(invalid, ([name, message]) => ({ name, message })))
    for (const issue of error.issues) {
      const name = String(issue.path[0])
      // A variable that only needs one that is invalid is not invalid itself.
      const needs = issue.code === 'custom' ? String(issue.params?.['needs']) : ''
      if (!invalid.has(name) && !sent.has(needs)) invalid.set(name, describe(issue))
      if (!values.delete(name)) throw new InvalidSettings([{ name, message: describe(issue) }])
    }
  }
}

function toConfig(e: z.output<typeof environment>) {
  return {
    host: e.HOST,
    port: e.PORT,
    store: storeOf(e),
    /** How long a client may take to send a whole request. */
    requestTimeoutMs: e.REQUEST_TIMEOUT * 1000,
    responseLimits: {
      /** How long a client may take to read a whole response. */
      timeoutMs: e.RESPONSE_TIMEOUT * 1000,
      /** The maximum size of one response in bytes. */
      size: e.RESPONSE_MAX_SIZE * 1024,
      /** The maximum size in bytes of all large responses that are being built or have not been read. */
      memory: e.RESPONSE_MAX_MEMORY * 1024,
    },
    /** How many connections are served at a time. */
    maxConnections: e.MAX_CONNECTIONS,
    /** How many connections of one address are served at a time. Connections through proxies have the proxies' addresses. */
    maxConnectionsPerAddress: e.TRUST_PROXY > 0 ? Infinity : e.MAX_CONNECTIONS_PER_ADDRESS,
    /** How long the server serves requests after SIGTERM while /readyz is 503. */
    shutdownDelayMs: e.SHUTDOWN_DELAY * 1000,
    /** Whether the playground and the API reference are served. If only trusted documents are executed, they are useless. */
    graphiql: e.GRAPHIQL ?? (!e.DATABASE_URL && !e.TRUSTED_DOCUMENTS_ONLY),
    /** Whether the desk is served. Its documents are not trusted ones. */
    desk: e.DESK ?? (!e.DATABASE_URL && !e.TRUSTED_DOCUMENTS_ONLY),
    deskSignIn: toDeskSignIn(e),
    /** Whether /graphql executes introspection queries. */
    introspection: e.INTROSPECTION,
    /** The limits of one GraphQL document. */
    graphqlLimits: {
      depth: e.GRAPHQL_MAX_DEPTH,
      aliases: e.GRAPHQL_MAX_ALIASES,
      tokens: e.GRAPHQL_MAX_TOKENS,
      directives: e.GRAPHQL_MAX_DIRECTIVES,
      /** In all operations of the document together, with fragments expanded. */
      fields: e.GRAPHQL_MAX_FIELDS,
      cost: e.GRAPHQL_MAX_COST,
    },
    /** The JSON file of trusted documents, and whether all others are rejected. Undefined if there are none. */
    trusted: e.TRUSTED_DOCUMENTS ? { file: e.TRUSTED_DOCUMENTS, only: e.TRUSTED_DOCUMENTS_ONLY } : undefined,
    /** The origins whose pages may read responses. */
    corsOrigins: e.CORS_ORIGINS,
    /** Request headers that pages of these origins may send besides those that the service knows. */
    corsHeaders: e.CORS_HEADERS,
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
        ? { session: e.RATE_LIMIT_SESSION, touchpoint: e.RATE_LIMIT_TOUCHPOINT, address: e.RATE_LIMIT_ADDRESS }
        : undefined,
    /** How many proxies requests pass. Each appends the address of its caller to X-Forwarded-For. */
    trustedProxies: e.TRUST_PROXY,
    /** The port that serves metrics to Prometheus; undefined if none. */
    metricsPort: e.METRICS_PORT,
    /** The OTLP/HTTP endpoint that receives traces; undefined if none. */
    tracesEndpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** The OpenID Connect issuer whose JWTs are accepted; undefined if there is none. */
    issuer: toIssuer(e),
    logLevel: e.LOG_LEVEL,
    /** The age of the last change from which `archive` takes closed cases; undefined if only its option says. */
    archiveOlderThanDays: e.ARCHIVE_OLDER_THAN,
  }
}

function storeOf(e: z.output<typeof environment>): PostgresStore | EmbeddedStore {
  if (!e.DATABASE_URL) return { kind: 'embedded', folder: e.DATA_DIR }
  const replicas = { urls: e.DATABASE_REPLICA_URLS, maxLagMs: e.DATABASE_REPLICA_MAX_LAG * 1000 }
  return {
    kind: 'postgresql',
    url: e.DATABASE_URL,
    poolSize: e.DATABASE_POOL_SIZE,
    preparedStatements: e.PREPARED_STATEMENTS,
    ...(replicas.urls.length > 0 && { replicas }),
  }
}

function isOrigin(text: string): boolean {
  // URL accepts * as part of a host name, but patterns are not supported.
  return URL.canParse(text) && new URL(text).origin === text && !text.includes('*')
}

function describe(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : issue.message
}
