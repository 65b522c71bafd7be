import pg, { type PoolClient } from 'pg'
import { hostUrls, requiresWrites } from '../database-url.ts'
import { acceptsWrites } from './health.ts'
import { toObjects } from './rows.ts'
import { type Queryable, type Statement, typeParsers } from './statement.ts'

const connectTimeoutMs = 2_000
/** The pause between two searches, so that many requests do not become many connections. */
const pauseMs = 100

/** The hosts of a database. One of them is used: the one that accepts writes, if the URL requires that. */
export class PrimaryHosts {
  readonly #hosts: readonly Host[]
  readonly #requiresWrites: boolean
  #used: Host
  #search: Promise<boolean> | undefined
  #nextSearchAt = -Infinity

  constructor(url: string) {
    this.#hosts = hostUrls(url).map(hostOf)
    this.#requiresWrites = requiresWrites(url)
    this.#used = this.#hosts[0]!
  }

  /** The URL of the host that is used. */
  get url(): string {
    return this.#used.url
  }

  /** Throws if the new connection must accept writes and does not. */
  async check(client: pg.ClientBase): Promise<void> {
    if (this.#requiresWrites && !(await acceptsWrites(asQueryable(client)))) {
      throw Object.assign(new Error('The server does not accept writes.'), { code: '25006' })
    }
  }

  /** Whether the connection is to another host than the one that is used. */
  isOutdated({ host, port }: PoolClient): boolean {
    return this.#hosts.length > 1 && (host !== this.#used.name || port !== this.#used.port)
  }

  /** Asks all hosts at once, and uses the first one that accepts writes. Returns whether that is another host. */
  async findPrimary(): Promise<boolean> {
    if (this.#hosts.length === 1) return false
    if (this.#search) return this.#search
    if (performance.now() < this.#nextSearchAt) return false
    this.#search = this.#findPrimary().finally(() => {
      this.#search = undefined
      this.#nextSearchAt = performance.now() + pauseMs
    })
    return this.#search
  }

  async #findPrimary(): Promise<boolean> {
    const before = this.#used
    try {
      this.#used = await Promise.any(this.#hosts.map(requireWrites))
    } catch {
      // None of them does, for example while a standby is being promoted.
    }
    return this.#used !== before
  }
}

/** A host, with its name and port as the driver reads them. */
interface Host {
  url: string
  name: string
  port: number
}

function hostOf(url: string): Host {
  const { host, port } = new pg.Client({ connectionString: url })
  return { url, name: host, port }
}

/** Returns the host if it accepts writes, and throws otherwise. */
async function requireWrites(host: Host): Promise<Host> {
  const client = new pg.Client({ connectionString: host.url, connectionTimeoutMillis: connectTimeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
    if (await acceptsWrites(asQueryable(client))) return host
    throw new Error('The server does not accept writes.')
  } finally {
    void client.end().catch(() => {})
  }
}

function asQueryable(client: pg.ClientBase): Queryable {
  const types = { getTypeParser: (oid: number) => typeParsers[oid] ?? pg.types.getTypeParser(oid) }
  return {
    async run<Row>(statement: Statement<Row>, values: readonly unknown[] = []) {
      const query = { text: statement.text, values: values as unknown[], types, rowMode: 'array' as const }
      return toObjects(statement, await client.query(query)) as Row[]
    },
  }
}
