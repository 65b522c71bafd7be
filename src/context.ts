import type { Logger } from 'pino'
import type { AcceptedCredentials } from './auth/accepted-credentials.ts'
import type { Attachments } from './attachments/attachments.ts'
import type { Issuer } from './auth/issuer/issuer.ts'
import type { Caller, Viewer } from './viewer/viewer.ts'
import type { LastUses } from './auth/sessions/last-uses.ts'
import type { CaseQueue } from './cases/change/case-queue.ts'
import type { TermPass } from './cases/text-search/term-pass.ts'
import type { Tables } from './cases/table/tables.ts'
import type { ServiceLevels } from './cases/deadlines/service-levels.ts'
import type { CatalogueStore } from './catalogue/catalogue-store.ts'
import type { SessionLimits } from './settings/config.ts'
import type { RelyingParty } from './settings/desk-url.ts'
import type { Database } from './database/database.ts'
import type { FairQueue } from './database/fair-queue.ts'
import type { OpenStreams } from './events/open-streams.ts'
import type { FeedCursors } from './feed/feed-cursors.ts'
import type { FeedRelay } from './feed/feed-relay.ts'
import type { Replicas } from './database/replicas/replicas.ts'
import type { RequestTelemetry } from './observability/telemetry.ts'
import type { Webhooks } from './webhooks/webhooks.ts'
import type { ResponseBudget, ResponseMemory } from './http/response-memory.ts'

/** What lives as long as the process. */
export interface Services {
  log: Logger
  database: Database
  catalogue: CatalogueStore
  caseQueue: CaseQueue
  serviceLevels: ServiceLevels
  listQueue: FairQueue
  feedRelay: FeedRelay
  termPass: TermPass
  feedCursors: FeedCursors
  openStreams: OpenStreams
  tables: Tables
  responseMemory: ResponseMemory
  /** Absent if no issuer is configured. */
  issuer: Issuer | undefined
  acceptedCredentials: AcceptedCredentials
  sessionLimits: SessionLimits
  sessionUses: LastUses
  secretUses: LastUses
  webhooks: Webhooks
  attachments: Attachments
  /** Absent if the address of the desk is not known. */
  relyingParty: RelyingParty | undefined
  /** Absent if there are no replicas. */
  replicas: Replicas | undefined
}

/** The context of an operation, the same for GraphQL and REST. */
export interface RequestContext extends Caller {
  readonly services: Services
  /** The memory of its response. */
  readonly responseBudget: ResponseBudget
  requestId: string
  /** The address that the request is counted by. Absent without a request. */
  callerAddress?: () => string
  telemetry: RequestTelemetry
  /** How many seconds an empty page of events may be held until there is an event. */
  waitSeconds?: number | undefined
  /** In which form the caller can read a stream of results. Absent if it cannot. */
  streamed?: 'results' | 'payloads' | undefined
  /** Ends the stream of results, and is aborted when it has ended. Absent if the response is no stream. */
  stream?: AbortController
  /** Whether the variables are so long that error messages about them must be shortened. */
  hasManyVariables?: boolean
}

/** The context of a caller who has been identified. */
export interface AuthenticatedContext extends RequestContext {
  viewer: Viewer
}
