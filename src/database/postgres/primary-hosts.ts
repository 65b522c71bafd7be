import type { Client, ClientBase } from 'pg'
import type { Logger } from 'pino'
import { hostUrls, requiresWrites } from '../../database-url.ts'
import { currentTimeline } from '../replicas/timeline.ts'
import { DatabaseUnavailable, isAnswerTimeout } from '../unavailable.ts'
import { ask, type Host, hostOf, type Hosts, notWritable } from './hosts.ts'

/** The pause between two searches, so that many requests do not become many connections. */
const pauseMs = 100

const writable = `
select case when not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean)
  then ${currentTimeline} end as timeline`

/** The hosts of a database. One of them is used: the one that accepts writes, if the URL requires that. */
export class PrimaryHosts implements Hosts {
  readonly #hosts: readonly Host[]
  readonly #requiresWrites: boolean
  readonly #log: Logger | undefined
  #used: Host
  /** The highest that was used. A server on a lower one is a former primary. */
  #timeline = 0
  #isInDoubt: boolean
  #mayRejectRequests = false
  /** The timelines of connections when they were opened. */
  readonly #timelines = new WeakMap<ClientBase, number>()
  /** The hosts that connections failed to, by the error. */
  readonly #failed = new WeakMap<Error, Host>()
  #conflict = ''
  #search: Promise<boolean> | undefined
  #nextSearchAt = -Infinity

  constructor(url: string, log?: Logger) {
    this.#hosts = hostUrls(url).map(hostOf)
    this.#requiresWrites = requiresWrites(url)
    this.#log = log
    this.#used = this.#hosts[0]!
    this.#isInDoubt = this.#hosts.length > 1
  }

  next(): Host {
    return this.#used
  }

  get areSeveral(): boolean {
    return this.#hosts.length > 1
  }

  /** Whether the hosts must be asked before a connection is used: at first, and while the host that is used hangs. */
  get isInDoubt(): boolean {
    return this.#isInDoubt
  }

  async ready(): Promise<void> {
    if (!this.#isInDoubt) return
    await this.findPrimary()
    if (this.#isInDoubt) throw new DatabaseUnavailable(new Error('The primary does not respond.'))
  }

  onOpening(): void {}

  async accept(client: Client): Promise<void> {
    if (!this.#requiresWrites) return
    const timeline = await timelineOf(client)
    if (timeline === undefined || (this.areSeveral && timeline < this.#timeline)) throw notWritable()
    this.#timeline = timeline
    this.#timelines.set(client, timeline)
  }

  onFailure(client: Client, error: Error): void {
    const host = this.#hosts.find((each) => isTo(each, client))
    if (host) this.#failed.set(error, host)
  }

  async hasNextAfter(error: unknown): Promise<boolean> {
    const tried = (error instanceof Error && this.#failed.get(error)) || this.#used
    await this.findPrimary()
    return this.#used !== tried
  }

  /** Another host can also be another address of the same server. */
  isLost(client: Client): boolean {
    return !this.isUsable(client) && (this.#timelines.get(client) ?? 0) < this.#timeline
  }

  isUsable(client: Client): boolean {
    return !this.areSeveral || isTo(this.#used, client)
  }

  isKept(client: Client): boolean {
    return this.isUsable(client)
  }

  lockHosts(): Host[] {
    return [this.#used]
  }

  onReadOnly(): void {
    void this.findPrimary()
  }

  onUnanswered(): boolean {
    this.#isInDoubt = this.areSeveral
    void this.findPrimary()
    return false
  }

  /** A slow statement alone is no reason to doubt the host. */
  async review(busy: readonly Client[]): Promise<void> {
    if (busy.length > 0) await this.findPrimary({ mayRejectRequests: false })
  }

  /**
   * Asks all hosts at once, and uses the one that accepts writes. If there are several, it is the one on the highest
   * timeline, never one on a lower timeline than before. Returns whether it is another host.
   * `mayRejectRequests`: whether requests get 503 if no host accepts writes and the one that is used hangs.
   */
  async findPrimary({ mayRejectRequests = true } = {}): Promise<boolean> {
    if (!this.areSeveral) return false
    if (!this.#search && performance.now() < this.#nextSearchAt) return false
    this.#mayRejectRequests ||= mayRejectRequests
    if (this.#search) return this.#search
    this.#search = this.#findPrimary().finally(() => {
      this.#search = undefined
      this.#nextSearchAt = performance.now() + pauseMs
    })
    return this.#search
  }

  async #findPrimary(): Promise<boolean> {
    const before = this.#used
    const answers = await Promise.all(this.#hosts.map(askTimeline))
    const primaries = answers.filter((each) => each.timeline !== undefined)
    this.#reportConflict(primaries)
    // The one that is used comes first among equals.
    const [best] = primaries.toSorted(
      (one, other) => other.timeline! - one.timeline! || Number(other.host === before) - Number(one.host === before),
    )
    // None of them accepts writes, for example, while a standby is being promoted.
    const found = best && best.timeline! >= this.#timeline ? best : undefined
    if (found) {
      this.#used = found.host
      this.#timeline = found.timeline!
    }
    const isHanging = answers.some((answer) => answer.host === before && answer.isHanging)
    this.#isInDoubt = !found && isHanging && (this.#mayRejectRequests || this.#isInDoubt)
    this.#mayRejectRequests = false
    return this.#used !== before
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

function isTo({ name, port }: Host, client: Client): boolean {
  return client.host === name && client.port === port
}

/** Undefined timeline: the host does not accept writes. */
interface Answer {
  host: Host
  timeline?: number | undefined
  isHanging?: boolean
}

/** Never rejects. */
async function askTimeline(host: Host): Promise<Answer> {
  try {
    return { host, timeline: await ask(host, timelineOf) }
  } catch (error) {
    return { host, isHanging: isAnswerTimeout(error) }
  }
}

/** Undefined if the server does not accept writes. */
async function timelineOf(client: ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ timeline: number | null }>(writable)
  return rows[0]?.timeline ?? undefined
}
