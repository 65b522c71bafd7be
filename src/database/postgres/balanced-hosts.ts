import type { Client } from 'pg'
import type { Logger } from 'pino'
import { hostUrls, requiresWrites } from '../../database-url.ts'
import { isAnswerTimeout } from '../unavailable.ts'
import { ask, type Host, hostOf, type Hosts, notWritable } from './hosts.ts'

/** The pause before a host that is away is checked again. It doubles with each failure. */
const pauseMs = { first: 1_000, longest: 10_000 }

/** While all hosts are away, connections to one that refuses them are attempted again after this time. */
const retryMs = 100

const readOnly = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`

interface State extends Host {
  connections: Set<Client>
  /** Why no connections are opened to it. If it hangs, open connections are not used either. */
  away?: 'refuses' | 'hangs'
  /** When a connection to it failed last. */
  failedAt: number
  pauseMs: number
  nextProbeAt: number
  probe?: Promise<void>
}

/**
 * Hosts that are all used, such as the servers of a cluster. A connection is opened to the host to which this process
 * has the fewest connections, at random among equals. A host that is away is checked in the background. When it
 * returns, it gets its share of the connections.
 */
export class BalancedHosts implements Hosts {
  readonly #hosts: readonly State[]
  readonly #requiresWrites: boolean
  readonly #log: Logger | undefined
  /** The errors after which another host may be tried. */
  readonly #failures = new WeakSet<Error>()

  constructor(url: string, log?: Logger) {
    this.#hosts = hostUrls(url).map((each) => ({
      ...hostOf(each),
      connections: new Set(),
      failedAt: -Infinity,
      pauseMs: pauseMs.first,
      nextProbeAt: Infinity,
    }))
    this.#requiresWrites = requiresWrites(url)
    this.#log = log
  }

  get areSeveral(): boolean {
    return this.#hosts.length > 1
  }

  next(): Host {
    const candidates = this.#candidates()
    const fewest = Math.min(...candidates.map(({ connections }) => connections.size))
    const least = candidates.filter(({ connections }) => connections.size === fewest)
    return least[Math.floor(Math.random() * least.length)]!
  }

  /**
   * A host that is being checked may hang, so it is avoided. If all hosts are away, any may have returned since it was
   * checked.
   */
  #candidates(): readonly State[] {
    const present = this.#present()
    const certain = present.filter(({ probe }) => probe === undefined)
    return [certain, present, this.#untried(), this.#hosts].find(({ length }) => length > 0)!
  }

  onOpening(client: Client): void {
    const { connections } = this.#hostOf(client)
    connections.add(client)
    client.once('end', () => connections.delete(client))
  }

  async accept(client: Client): Promise<void> {
    await this.#checkWrites(client)
    this.#returned(this.#hostOf(client))
  }

  onFailure(client: Client, error: Error): void {
    const host = this.#hostOf(client)
    host.connections.delete(client)
    this.#failures.add(error)
    this.#leave(host, error)
  }

  ready(): Promise<void> {
    return Promise.resolve()
  }

  hasNextAfter(error: unknown): Promise<boolean> {
    return Promise.resolve(
      error instanceof Error && this.#failures.has(error) && [...this.#present(), ...this.#untried()].length > 0,
    )
  }

  isUsable(client: Client): boolean {
    return this.#hostOf(client).away !== 'hangs' && !this.isLost(client)
  }

  /** A connection is closed if its host has too many, so that a host that has returned gets its share. */
  isKept(client: Client): boolean {
    const fewest = Math.min(...this.#present().map(({ connections }) => connections.size))
    return this.isUsable(client) && this.#hostOf(client).connections.size <= fewest + 1
  }

  isLost(client: Client): boolean {
    return !this.#hostOf(client).connections.has(client)
  }

  lockHosts(): Host[] {
    return this.#present()
  }

  onReadOnly(client: Client): void {
    if (this.#requiresWrites) this.#leave(this.#hostOf(client), notWritable())
  }

  onUnanswered(client: Client): boolean {
    const host = this.#hostOf(client)
    void this.#probe(host)
    return this.#present().some((each) => each !== host)
  }

  async review(busy: readonly Client[]): Promise<void> {
    const now = performance.now()
    const doubtful = this.#hosts.filter((host) =>
      host.away ? host.nextProbeAt <= now : busy.some((client) => this.#hostOf(client) === host),
    )
    await Promise.all(doubtful.map((host) => this.#probe(host)))
  }

  /** One probe at a time. */
  #probe(host: State): Promise<void> {
    host.probe ??= ask(host, (client) => this.#checkWrites(client))
      .then(
        () => this.#returned(host),
        (error: Error) => this.#leave(host, error),
      )
      .finally(() => delete host.probe)
    return host.probe
  }

  async #checkWrites(client: Client): Promise<void> {
    const { rows } = await client.query<{ isReadOnly: boolean }>(readOnly)
    if (this.#requiresWrites && rows[0]?.isReadOnly !== false) throw notWritable()
  }

  #returned(host: State): void {
    if (host.away) this.#log?.info({ host: nameOf(host) }, 'DATABASE_URL: a host is used again.')
    delete host.away
    host.pauseMs = pauseMs.first
    host.nextProbeAt = Infinity
  }

  #leave(host: State, error: Error): void {
    const now = performance.now()
    host.failedAt = now
    if (!host.away) {
      this.#log?.warn({ host: nameOf(host), err: error }, 'DATABASE_URL: a host is not used for now.')
      host.nextProbeAt = now + host.pauseMs
    } else if (now >= host.nextProbeAt) {
      // The host did not respond twice, so the statements that are running there will get no response either.
      if (host.away === 'hangs') host.connections.clear()
      host.pauseMs = Math.min(2 * host.pauseMs, pauseMs.longest)
      host.nextProbeAt = now + host.pauseMs
    }
    host.away = isAnswerTimeout(error) ? 'hangs' : 'refuses'
  }

  /** The hosts that refuse connections, and may have returned since. */
  #untried(): State[] {
    const recently = performance.now() - retryMs
    return this.#hosts.filter(({ away, failedAt }) => away === 'refuses' && failedAt < recently)
  }

  #present(): State[] {
    return this.#hosts.filter(({ away }) => away === undefined)
  }

  #hostOf({ host, port }: Client): State {
    return this.#hosts.find((each) => each.name === host && each.port === port)!
  }
}

const nameOf = ({ name, port }: Host) => `${name}:${port}`
