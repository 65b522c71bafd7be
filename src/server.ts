import { type Logger, pino } from 'pino'
import { SessionWrites } from './auth/session-writes.ts'
import { ViewerLoader } from './auth/viewer-loader.ts'
import { buildApp } from './app.ts'
import { CaseLoader } from './cases/case-loader.ts'
import { CaseRelations } from './cases/access/case-relations.ts'
import { CaseQueue } from './cases/change/case-queue.ts'
import { CommentEdits } from './cases/comments/comment-edits.ts'
import { commentBytes, commentPages } from './cases/comments/comment-pages.ts'
import { eventBytes, eventPages, filteredEventPages } from './cases/history/event-pages.ts'
import { ExpiredKeys } from './cases/change/expired-keys.ts'
import { IdempotencyStore } from './cases/change/idempotency.ts'
import { PageLoader } from './cases/paging/page-loader.ts'
import { PastCases } from './cases/read/past-cases.ts'
import { pastReads } from './cases/read/past-reads.ts'
import { CommentFactsLoader } from './cases/comments/comment-facts.ts'
import { ListScopeLoader } from './cases/list/list-scope.ts'
import { TakeNextFactsLoader } from './cases/take-next/take-next-facts.ts'
import { CreateFactsLoader } from './cases/create/create-facts.ts'
import { CaseCreator } from './cases/create/write-new-case.ts'
import { ChangeWriter } from './cases/change/write-change.ts'
import { CatalogueStore } from './catalogue/catalogue-store.ts'
import type { Config } from './config.ts'
import type { Services } from './context.ts'
import type { Database } from './database/database.ts'
import { FairQueue } from './database/fair-queue.ts'
import { Replicas } from './database/replicas/replicas.ts'
import { loggableError } from './observability/loggable-error.ts'
import { startObserver } from './observability/observer.ts'
import type { PublicSessions } from './pages/playground.ts'
import { FirstnameLoader } from './people/firstname-loader.ts'
import { PersonIdLoader } from './people/person-id-loader.ts'
import { groupPages, operatorPages, PeoplePages } from './people/people-pages.ts'
import { ResponseMemory } from './response-memory/response-memory.ts'
import { SharedUsage } from './rate-limit/shared-usage.ts'

export interface ServerOptions {
  database: Database
  config: Config
  logger?: Logger
  /** Sessions that are filled in on the playground and the API reference; none by default. */
  demoSessions?: PublicSessions | undefined
  /**
   * The monotonic clock of the rate limits, in milliseconds. If it is set, usage is not shared with other processes:
   * their clocks differ.
   */
  now?: () => number
}

export interface RunningServer {
  /** The address of the API, for example http://127.0.0.1:4000. */
  url: string
  /** The address of the metrics, for example http://127.0.0.1:9464/metrics. */
  metricsUrl: string | undefined
  /** After the shutdown delay, lets running requests finish, rejects new ones, and resolves when all connections are closed. */
  close(): Promise<void>
}

/** Builds the services and the app, and listens. If a step fails, what was started before is closed. */
export async function startServer({
  database,
  config,
  logger,
  demoSessions,
  now,
}: ServerOptions): Promise<RunningServer> {
  const log = (logger ?? pino({ level: 'silent' })).child({}, { serializers: { err: loggableError } })
  const services = createServices(database, config, log)
  const clock = now ?? (() => performance.now())
  const isShared = config.rateLimits && database.kind === 'postgresql' && !now
  const sharedUsage = isShared ? new SharedUsage(database, log, clock) : undefined
  // Closed in reverse order.
  await using starting = new AsyncDisposableStack()
  const observer = await startObserver(config, services, log, sharedUsage)
  starting.defer(() => observer?.close())
  starting.defer(() => services.replicas?.close())
  const expiredKeys = new ExpiredKeys(database, log)
  starting.defer(() => expiredKeys.close())
  const app = await buildApp(config, services, { log, observer, now: clock, sharedUsage, demoSessions })
  starting.defer(() => app.close())
  const url = await app.listen({ host: config.host, port: config.port })
  expiredKeys.start()
  services.replicas?.start()
  const started = starting.move()
  return { url, metricsUrl: observer?.metricsUrl, close: () => started.disposeAsync() }
}

function createServices(database: Database, config: Config, log: Logger): Services {
  const replicas = database.replicas && new Replicas(database, database.replicas, log)
  const reads = pastReads(database, replicas)
  return {
    log,
    database,
    catalogue: new CatalogueStore(database),
    caseLoader: new CaseLoader(database),
    commentEdits: new CommentEdits(database),
    commentLoader: new PageLoader(reads, commentPages, commentBytes),
    eventLoader: new PageLoader(reads, eventPages, eventBytes),
    filteredEventLoader: new PageLoader(reads, filteredEventPages, eventBytes),
    firstnameLoader: new FirstnameLoader(database),
    personIdLoader: new PersonIdLoader(database),
    operatorPages: new PeoplePages(database, operatorPages),
    groupPages: new PeoplePages(database, groupPages),
    caseRelations: new CaseRelations(database),
    caseQueue: new CaseQueue(),
    changeWriter: new ChangeWriter(database),
    commentFacts: new CommentFactsLoader(database),
    createFacts: new CreateFactsLoader(database),
    takeNextFacts: new TakeNextFactsLoader(database),
    listScopes: new ListScopeLoader(database, replicas),
    // The other connections stay free for everything else.
    listQueue: new FairQueue(Math.ceil((database.pool?.().max ?? 1) / 2)),
    caseCreator: new CaseCreator(database),
    casesBeingTaken: new Set(),
    idempotency: new IdempotencyStore(database),
    pastCases: new PastCases(database, reads),
    replicas,
    sessionWrites: replicas && new SessionWrites(database, log),
    viewerLoader: new ViewerLoader(database),
    responseMemory: new ResponseMemory(config.responseLimits),
  }
}
