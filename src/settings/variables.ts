import { z } from 'zod'
import { attachmentVariables } from './attachment-settings.ts'
import { deskVariables } from './desk-settings.ts'
import { issuerVariables } from './issuer-settings.ts'
import { isLoopback } from './loopback.ts'
import { natsVariables } from './nats-settings.ts'
import {
  byCommas,
  days,
  limit,
  list,
  networks,
  onOff,
  port,
  sessionSeconds,
  text,
  trustProxy,
  whole,
} from './setting-formats.ts'
import { storeVariables } from './store.ts'

export const maximumWorkers = 64

/** All variables, with their formats and defaults. */
export const environment = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: port.default(4000),
  WORKERS: z
    .string()
    .refine(
      (text) => text === 'auto' || (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= maximumWorkers),
      `must be auto, or a number of processes from 1 to ${maximumWorkers}`,
    )
    .default('1'),
  ...storeVariables,
  GRAPHIQL: onOff.optional(),
  DESK: onOff.optional(),
  ...deskVariables,
  MCP: onOff.default(true),
  MAX_CONNECTIONS: limit.default(1_000),
  SHUTDOWN_DELAY: whole(0, 9999, 'a number of seconds').default(0),
  TRUSTED_DOCUMENTS: text.optional(),
  TRUSTED_DOCUMENTS_ONLY: onOff.default(false),
  CORS_ORIGINS: list(
    byCommas,
    isOrigin,
    'must be a comma-separated list of origins such as https://desk.example.com',
  ).default([]),
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
  EVENT_RETENTION: days.default(30),
  MAX_STREAMS: limit.default(1_000),
  ...attachmentVariables,
  ...issuerVariables,
  WEBHOOK_ALLOWED_NETWORKS: networks.default([]),
  ...natsVariables,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** Variables of earlier versions, and what applies instead. A limit that is set must not be lost silently. */
export const removed: Readonly<Record<string, string>> = {
  ARCHIVE_OLDER_THAN: 'use the option --older-than of archive',
  CORS_HEADERS: 'pages of CORS_ORIGINS may send all headers',
  DATABASE_REPLICA_MAX_LAG: 'a replica may be 10 seconds behind',
  DESK_OIDC_SCOPE: 'set scope in DESK_OIDC_PARAMETERS',
  DESK_TOUCHPOINT: 'DESK_SECRET identifies its touchpoint',
  GRAPHQL_MAX_ALIASES: 'a document may have 30 aliases',
  GRAPHQL_MAX_COST: 'a document may have a cost of 10,000',
  GRAPHQL_MAX_DEPTH: 'a document may have a depth of 15',
  GRAPHQL_MAX_DIRECTIVES: 'a document may have 50 directives',
  GRAPHQL_MAX_FIELDS: 'a document may have 5,000 fields',
  GRAPHQL_MAX_TOKENS: 'a document may have 2,000 tokens',
  INTROSPECTION: 'only TRUSTED_DOCUMENTS_ONLY rejects introspection, with all other documents that are not trusted',
  MAX_CONNECTIONS_PER_ADDRESS: 'an address may have half of MAX_CONNECTIONS, and half of MAX_STREAMS',
  MAX_STREAMS_PER_SESSION: 'a session may have 20 streams',
  REQUEST_TIMEOUT: 'a request may take 30 seconds',
  RESPONSE_MAX_MEMORY: 'large responses that are unread may have 64 MiB',
  RESPONSE_MAX_SIZE: 'a response of GraphQL may have 8 MiB',
  RESPONSE_TIMEOUT: 'a response may take 60 seconds',
}

export type Variables = z.output<typeof environment>

/** What is wrong with a variable because of others. */
interface Condition {
  name: keyof Variables
  /** The variable without which it is invalid. */
  needs?: keyof Variables
  problem(e: Variables): string | undefined
}

const isSet = (value: unknown) =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)

/** A variable that has no effect without another one. */
const needing = (name: keyof Variables, needs: keyof Variables, state = 'set'): Condition => ({
  name,
  needs,
  problem: (e) => (isSet(e[name]) && !isSet(e[needs]) ? `cannot be ${state} unless ${needs} is set` : undefined),
})

export const conditions: readonly Condition[] = [
  needing('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'),
  needing('AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID'),
  {
    name: 'ATTACHMENT_STORE',
    needs: 'AWS_ACCESS_KEY_ID',
    problem: (e) =>
      e.ATTACHMENT_STORE !== 'database' && e.AWS_ACCESS_KEY_ID === undefined
        ? 'cannot be a bucket unless AWS_ACCESS_KEY_ID is set'
        : undefined,
  },
  needing('DATABASE_REPLICA_URLS', 'DATABASE_URL'),
  needing('TRUSTED_DOCUMENTS_ONLY', 'TRUSTED_DOCUMENTS', 'on'),
  needing('NATS_CREDENTIALS', 'NATS_URL'),
  needing('OIDC_ISSUER', 'OIDC_AUDIENCE'),
  needing('OIDC_AUDIENCE', 'OIDC_ISSUER'),
  needing('DESK_ADDRESS_HEADER', 'DESK_SECRET'),
  needing('DESK_OIDC_CLIENT_ID', 'OIDC_ISSUER'),
  needing('DESK_OIDC_CLIENT_SECRET', 'DESK_OIDC_CLIENT_ID'),
  {
    // Anyone who reaches the desk's form can sign in as any person.
    name: 'DESK_SECRET',
    needs: 'DESK_ADDRESS_HEADER',
    problem: (e) =>
      e.DESK_SECRET === undefined || e.DESK_ADDRESS_HEADER !== undefined || isLoopback(e.HOST)
        ? undefined
        : 'cannot be set without DESK_ADDRESS_HEADER unless HOST is a loopback address',
  },
  {
    name: 'METRICS_PORT',
    problem: (e) =>
      e.METRICS_PORT && e.METRICS_PORT === e.PORT ? `must differ from PORT, which is ${e.PORT}` : undefined,
  },
  {
    name: 'OIDC_ISSUER',
    problem: (e) =>
      e.OIDC_ISSUER?.startsWith('http:') && e.OIDC_ALLOWED_NETWORKS.length === 0
        ? 'must begin with https:// unless its network is in OIDC_ALLOWED_NETWORKS'
        : undefined,
  },
  {
    name: 'OIDC_LOGIN',
    problem: (e) => (e.OIDC_LOGIN && e.OIDC_LOGIN_CLAIM ? 'cannot be set if OIDC_LOGIN_CLAIM is set' : undefined),
  },
]

function isOrigin(text: string): boolean {
  // URL accepts * as part of a host name, but patterns are not supported.
  return URL.canParse(text) && new URL(text).origin === text && !text.includes('*')
}
