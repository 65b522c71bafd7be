import { type Logger, pino } from 'pino'
import { type AppOptions, buildApp } from './app.ts'
import { Attachments } from './attachments/attachments.ts'
import { AcceptedCredentials } from './auth/accepted-credentials.ts'
import { expiredChallenges } from './auth/passkeys/challenges.ts'
import { expiredInvitations } from './auth/passkeys/invitations.ts'
import { expiredSessions } from './auth/sessions/stored-sessions.ts'
import { expiredIdentities } from './auth/issuer/erased-identities.ts'
import { Issuer } from './auth/issuer/issuer.ts'
import { LastUses, secretUse, sessionUse } from './auth/sessions/last-uses.ts'
import { CaseQueue } from './cases/change/case-queue.ts'
import { TermPass } from './cases/text-search/term-pass.ts'
import { Tables } from './cases/table/tables.ts'
import { ServiceLevels } from './cases/deadlines/service-levels.ts'
import { expiredPresences } from './cases/viewing/case-presence.ts'
import { expiredKeys } from './mutation/stored-answers.ts'
import { readingPastFromReplicas } from './cases/read/past-reads.ts'
import { CatalogueStore } from './catalogue/catalogue-store.ts'
import type { Config } from './settings/config.ts'
import type { Services } from './context.ts'
import type { Database } from './database/database.ts'
import { ExpiredRows } from './database/expired-rows.ts'
import { figuresOf } from './figures.ts'
import { expiredEvents } from './feed/expired-events.ts'
import { FeedCursors } from './feed/feed-cursors.ts'
import { FeedRelay } from './feed/feed-relay.ts'
import { OpenStreams } from './events/open-streams.ts'
import { FairQueue } from './database/fair-queue.ts'
import { Replicas } from './database/postgres/replicas.ts'
import { AddressPolicy } from './outgoing/address-policy.ts'
import { ResponseMemory } from './http/response-memory.ts'
import { loggableError } from './observability/loggable-error.ts'
import { startObserver } from './observability/observer.ts'
import { expiredDeliveries, furtherSuccesses } from './webhooks/delivery/deliveries.ts'
import { expiredSecrets } from './webhooks/secrets.ts'
import { Webhooks } from './webhooks/webhooks.ts'

export interface ServerOptions extends Pick<AppOptions, 'demoSessions' | 'demoLogins'> {
  database: Database
  config: Config
  logger?: Logger
  /** The monotonic clock of the rate limits and of the issuer's keys, in milliseconds. */
  now?: () => number
  /** The time of day that the attempts of webhooks are scheduled by, in milliseconds since 1970. */
  timeOfDay?: () => number
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
  demoLogins,
  now = () => performance.now(),
  timeOfDay = Date.now,
}: ServerOptions): Promise<RunningServer> {
  const log = (logger ?? pino({ level: 'silent' })).child({}, { serializers: { err: loggableError } })
  const services = createServices(database, config, log, now, timeOfDay)
  // Closed in reverse order.
  await using starting = new AsyncDisposableStack()
  const observer = await startObserver(config, figuresOf(services), log)
  starting.defer(() => observer?.close())
  starting.defer(() => services.replicas?.close())
  const expiredRows = new ExpiredRows(database, log, [
    expiredKeys,
    expiredPresences,
    expiredSessions,
    expiredInvitations,
    expiredChallenges,
    expiredIdentities,
    expiredEvents(config.events.retentionDays),
    expiredDeliveries(config.events.retentionDays),
    furtherSuccesses,
    expiredSecrets,
  ])
  const { feedRelay, termPass, serviceLevels, attachments, replicas, webhooks, sessionUses, secretUses } = services
  const background = [expiredRows, feedRelay, termPass, serviceLevels, attachments]
  for (const each of [...background, webhooks]) starting.defer(() => each.close())
  for (const uses of [sessionUses, secretUses]) starting.defer(() => uses.flush())
  const app = await buildApp(config, services, { log, observer, now, demoSessions, demoLogins })
  starting.defer(() => app.close())
  const url = await app.listen({ host: config.host, port: config.port })
  for (const each of background) each.start()
  replicas?.start()
  const started = starting.move()
  return { url, metricsUrl: observer?.metricsUrl, close: () => started.disposeAsync() }
}

/** Nothing runs until it is started. */
export function createServices(
  primary: Database,
  config: Config,
  log: Logger,
  now = () => performance.now(),
  timeOfDay = Date.now,
): Services {
  const replicas = primary.replicas && new Replicas(primary, primary.replicas, log)
  const database = replicas ? readingPastFromReplicas(primary, replicas) : primary
  const catalogue = new CatalogueStore(database)
  // The other connections stay free for everything else.
  const listQueue = new FairQueue({
    work: 'lists and pages of events',
    inTotal: Math.ceil((database.pool?.().max ?? 1) / 2),
    waiting: 1_000,
    pause: 3,
  })
  return {
    log,
    database,
    catalogue,
    caseQueue: new CaseQueue(),
    serviceLevels: new ServiceLevels(database, catalogue, log),
    listQueue,
    feedRelay: new FeedRelay(database, log),
    termPass: new TermPass(database, log),
    feedCursors: new FeedCursors(database),
    openStreams: new OpenStreams(config.events),
    tables: new Tables(),
    responseMemory: new ResponseMemory(config.responseLimits),
    issuer:
      config.issuer &&
      new Issuer({ issuer: config.issuer, database, log, now, idleSeconds: config.sessionLimits.idleTimeout ?? null }),
    acceptedCredentials: new AcceptedCredentials(),
    sessionLimits: config.sessionLimits,
    sessionUses: new LastUses(database, log, sessionUse),
    secretUses: new LastUses(database, log, secretUse),
    webhooks: new Webhooks(new AddressPolicy(config.webhookNetworks), timeOfDay),
    attachments: new Attachments(database, log, config.attachments),
    relyingParty: config.relyingParty,
    replicas,
  }
}
