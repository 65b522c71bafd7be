import pg from 'pg'

/** A host of DATABASE_URL, with its name and port as the driver reads them. */
export interface Host {
  url: string
  name: string
  port: number
}

/**
 * The hosts of a database. They decide which host the next connection is opened to, and which connections are used. The
 * pool tells them what happens to connections. They find out themselves which hosts respond.
 */
export interface Hosts {
  readonly areSeveral: boolean
  /** The host that the next connection is opened to. */
  next(): Host
  /** Notes that a connection is being opened. */
  onOpening(client: pg.Client): void
  /** Throws if the new connection must accept writes and does not. */
  accept(client: pg.Client): Promise<void>
  /** Notes that the connection could not be opened, or was not accepted. */
  onFailure(client: pg.Client, error: Error): void
  /** Waits until a usable host is known. Throws DatabaseUnavailable if none is found. */
  ready(): Promise<void>
  /** Whether another host may be tried after this error. */
  hasNextAfter(error: unknown): Promise<boolean>
  /** Whether a connection of the pool may be used. */
  isUsable(client: pg.Client): boolean
  /** Whether a connection is kept when it returns to the pool. */
  isKept(client: pg.Client): boolean
  /** The candidates for the host on which all processes take their locks. */
  lockHosts(): readonly Host[]
  /** Notes that the server rejected a write. */
  onReadOnly(client: pg.Client): void
  /**
   * Notes that the server did not respond to a statement in time. Returns whether other hosts can take requests
   * meanwhile.
   */
  onUnanswered(client: pg.Client): boolean
  /** Looks for hosts that respond. Called twice a second, with the connections that have been busy for a second. */
  review(busy: readonly pg.Client[]): Promise<void>
  /** Whether a busy connection waits for a server that will not respond, or whose response must not be used. */
  isLost(client: pg.Client): boolean
}

export function hostOf(url: string): Host {
  const { host, port } = new pg.Client({ connectionString: url })
  return { url, name: host, port }
}

/** How long a host may take to connect, and then to respond. */
const timeoutMs = 1_000

/** Asks a host on a new connection. Rejects if the host does not connect and respond in time. */
export async function ask<Answer>({ url }: Host, question: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await question(client)
  } finally {
    void client.end().catch(() => {})
  }
}

export function notWritable(): Error {
  return Object.assign(new Error('The server does not accept writes.'), { code: '25006' })
}
