import pg, { type Client, type ClientBase } from 'pg'
import type { Logger } from 'pino'
import { hostUrls, requiresWrites } from '../../settings/store.ts'
import { currentTimeline } from './replicas.ts'
import { DatabaseUnavailable, isAnswerTimeout } from '../unavailable.ts'

/** How long a host may take to connect, and then to respond. */
const timeoutMs = 1_000

/** The pause between two searches, so that many requests do not become many connections. */
const pauseMs = 100

const writable = `
select case when not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean)
  then ${currentTimeline} end as timeline`

/** A host of DATABASE_URL, with its name and port as the driver reads them. */
export interface Host {
  url: string
  name: string
  port: number
}

/** The hosts of a database. One of them is used: the one that accepts writes, if the URL requires that. */
export class PrimaryHosts {
  readonly #hosts: readonly Host[]
  readonly #requiresWrites: boolean
  readonly #log: Logger | undefined
  used: Host
  /** Whether the hosts must be asked before a connection is used: at first, and while the host that is used hangs. */
  isInDoubt: boolean
  /** The highest that was used. A server on a lower one is a former primary. */
  #timeline = 0
  #mayRejectRequests = false
  /** The timelines of connections when they were opened. */
  readonly #timelines = new WeakMap<ClientBase, number>()
  #conflict = ''
  #search: Promise<void> | undefined
  #nextSearchAt = -Infinity

  constructor(url: string, log?: Logger) {
    this.#hosts = hostUrls(url).map((each) => {
      const { host: name, port } = new pg.Client({ connectionString: each })
      return { url: each, name, port }
    })
    this.#requiresWrites = requiresWrites(url)
    this.#log = log
    this.used = this.#hosts[0]!
    this.isInDoubt = this.#hosts.length > 1
  }

  get areSeveral(): boolean {
    return this.#hosts.length > 1
  }

  /** Waits until a usable host is known. Throws DatabaseUnavailable if none is found. */
  async ready(): Promise<void> {
    if (!this.isInDoubt) return
    await this.findPrimary()
    if (this.isInDoubt) throw new DatabaseUnavailable(new Error('The primary does not respond.'))
  }

  /** Throws if the new connection must accept writes and does not, or does not respond in time. */
  async accept(client: ClientBase, timeoutMs?: number): Promise<void> {
    if (!this.#requiresWrites) return
    const timeline = await timelineOf(client, timeoutMs)
    if (timeline === undefined || (this.areSeveral && timeline < this.#timeline)) {
      throw Object.assign(new Error('The server does not accept writes.'), { code: '25006' })
    }
    this.#timeline = timeline
    this.#timelines.set(client, timeline)
  }

  /** Whether another host is to be used than this one, which a connection could not be opened to. */
  async isOtherThan(host: Host): Promise<boolean> {
    await this.findPrimary()
    return this.used !== host
  }

  /**
   * Whether a busy connection waits for a former primary. Another host can also be another address of the same server.
   */
  isLost(client: Client): boolean {
    return !this.isUsable(client) && (this.#timelines.get(client) ?? 0) < this.#timeline
  }

  isUsable(client: Client): boolean {
    return !this.areSeveral || (client.host === this.used.name && client.port === this.used.port)
  }

  /** Notes that the server did not respond to a statement in time. */
  onUnanswered(): void {
    this.isInDoubt = this.areSeveral
    void this.findPrimary()
  }

  /**
   * Asks all hosts at once, and uses the one that accepts writes. If there are several, it is the one on the highest
   * timeline, never one on a lower timeline than before.
   * `mayRejectRequests`: whether requests get 503 if no host accepts writes and the one that is used hangs.
   */
  async findPrimary({ mayRejectRequests = true } = {}): Promise<void> {
    if (!this.areSeveral || (!this.#search && performance.now() < this.#nextSearchAt)) return
    this.#mayRejectRequests ||= mayRejectRequests
    this.#search ??= this.#findPrimary().finally(() => {
      this.#search = undefined
      this.#nextSearchAt = performance.now() + pauseMs
    })
    await this.#search
  }

  async #findPrimary(): Promise<void> {
    const before = this.used
    const answers = await Promise.all(this.#hosts.map(askTimeline))
    const primaries = answers.flatMap(({ host, timeline }) => (timeline === undefined ? [] : [{ host, timeline }]))
    this.#reportConflict(primaries)
    // The one that is used comes first among equals.
    const [best] = primaries.toSorted(
      (one, other) => other.timeline - one.timeline || Number(other.host === before) - Number(one.host === before),
    )
    // None of them accepts writes, for example, while a standby is being promoted.
    const isFound = best !== undefined && best.timeline >= this.#timeline
    if (isFound) {
      this.used = best.host
      this.#timeline = best.timeline
    }
    const isHanging = answers.some((answer) => answer.host === before && answer.isHanging)
    this.isInDoubt = !isFound && isHanging && (this.#mayRejectRequests || this.isInDoubt)
    this.#mayRejectRequests = false
  }

  #reportConflict(primaries: readonly Answer[]): void {
    const hosts = primaries.map(({ host, timeline }) => ({ host: `${host.name}:${host.port}`, timeline }))
    const conflict = hosts.length > 1 ? JSON.stringify(hosts) : ''
    if (conflict !== '' && conflict !== this.#conflict) {
      this.#log?.error({ hosts }, 'DATABASE_URL: several hosts accept writes. Stop all but the one that is to stay.')
    }
    this.#conflict = conflict
  }
}

/** Undefined timeline: the host does not accept writes. */
interface Answer {
  host: Host
  timeline?: number | undefined
  isHanging?: boolean
}

/** Asks a host on a new connection. Never rejects. */
async function askTimeline(host: Host): Promise<Answer> {
  const limits = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }
  const client = new pg.Client({ connectionString: host.url, ...limits })
  client.on('error', () => {})
  try {
    await client.connect()
    return { host, timeline: await timelineOf(client) }
  } catch (error) {
    return { host, isHanging: isAnswerTimeout(error) }
  } finally {
    void client.end().catch(() => {})
  }
}

async function timelineOf(client: ClientBase, timeoutMs?: number): Promise<number | undefined> {
  const query = { text: writable, query_timeout: timeoutMs }
  const { rows } = await client.query<{ timeline: number | null }>(query)
  return rows[0]?.timeline ?? undefined
}
