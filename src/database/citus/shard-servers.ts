import type { PoolFigures } from '../database.ts'
import type { Queryable } from '../statement.ts'
import { statement } from '../statement.ts'
import { hangs } from '../postgres/circuit-breaker.ts'
import { DatabaseUnavailable, isAnswered } from '../unavailable.ts'
import { hashOf } from './shard-hash.ts'

/** How often a process looks up where the shards are. Until then, the former server of a shard forwards its calls. */
const refreshMs = 10_000

/** A server of the cluster, with its name and port as in DATABASE_URL. */
export interface ShardServer extends Queryable {
  readonly host: string
  readonly port: number
  /** The state of its pool. */
  pool(): PoolFigures
  close(): Promise<void>
}

const places = () =>
  statement(
    `select s.shardmaxvalue::int as max, n.nodename::text as host, n.nodeport as port
from pg_dist_shard s
join pg_dist_placement p on p.shardid = s.shardid
join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
where s.logicalrelid = 'cases'::regclass
order by s.shardmaxvalue::int`,
    { max: 'int', host: 'text', port: 'int' },
  )

/**
 * The servers that function calls are sent to directly. Any server would forward a call, but forwarding costs about
 * half as much as running it. A server is used only if DATABASE_URL has the name that Citus uses for it.
 */
export class ShardServers {
  readonly #database: Queryable
  readonly #servers: readonly ShardServer[]
  /** The last hash of each shard, in ascending order, and its server. */
  #shards: { max: number; server: ShardServer | undefined }[] = []
  readonly #timer: NodeJS.Timeout
  #refreshing: Promise<void> | undefined

  constructor(database: Queryable, servers: readonly ShardServer[]) {
    this.#database = database
    this.#servers = servers
    this.#timer = setInterval(() => void this.refresh(), refreshMs).unref()
  }

  /** Never rejects. Without an answer, the known places of the shards are kept. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined))
    return this.#refreshing
  }

  async #refresh(): Promise<void> {
    const found = await this.#database.run(places()).catch(() => null)
    if (!found) return
    this.#shards = found.map(({ max, host, port }) => {
      const isOnlyOne = found.every((other) => other.host !== host || other.port === port)
      return { max, server: this.#serverAt(host, port, isOnlyOne) }
    })
  }

  /** On a host that has only one server of the cluster, the port of DATABASE_URL may be that of a pooler. */
  #serverAt(host: string, port: number, isOnlyOne: boolean): ShardServer | undefined {
    const ofHost = this.#servers.filter((each) => each.host === host)
    const isPooled = isOnlyOne && ofHost.length === 1
    return isPooled ? ofHost[0] : ofHost.find((each) => each.port === port)
  }

  /** The server that had the shard of the key at the last refresh; undefined if it is not known. */
  serverOf(shardKey: number): Queryable | undefined {
    const hash = hashOf(shardKey)
    const server = this.#shards.find(({ max }) => hash <= max)?.server
    return server && { run: (...call) => server.run(...call).catch((error: unknown) => this.#forward(error, call)) }
  }

  /**
   * Sends a call to any server, if the one of its shard refuses connections, so that nothing was sent to it. If that one
   * hangs, the other would wait for it as well, with a connection that requests for other servers need.
   */
  #forward<Row>(error: unknown, call: Parameters<Queryable['run']>): Promise<Row[]> {
    if (!(error instanceof DatabaseUnavailable) || isAnswered(error)) throw error
    void this.refresh()
    if (hangs(error)) throw error
    return this.#database.run(...call) as Promise<Row[]>
  }

  /** The state of the pool of each server. */
  pools(): PoolFigures[] {
    return this.#servers.map((server) => server.pool())
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#servers.map((server) => server.close()))
  }
}
