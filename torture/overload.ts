import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../bench/database.ts'
import type { OwnPostgresServer } from '../bench/postgres.ts'
import { type ServerProcess, startCasegateOn } from '../bench/processes.ts'
import type { Reply } from './client.ts'
import { audit, Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { withChildren } from './processes-of.ts'
import { type CheckResult, finding, limit } from './report.ts'
import type { Store } from './stores.ts'

export interface OverloadOptions {
  clients: number
  /** For how long PostgreSQL's processes are stopped. */
  pauseMs: number
}

const poolSize = 5
/** A connection is waited for for 5 s, and then a statement's answer; a second for the machine. */
const longestAnswerMs = 11_000
const longestRecoveryMs = 5_000
const mostMemoryMiB = 256

interface Watched {
  at: number
  ready: number
  memory: number
}

/** More clients than the pool has connections, on a PostgreSQL that hangs for a while, and is then restarted. */
export async function overload(
  store: Store,
  postgres: OwnPostgresServer,
  { clients, pauseMs }: OverloadOptions,
): Promise<CheckResult[]> {
  const casegate = await startCasegateOn({ ...store.settings, DATABASE_POOL_SIZE: `${poolSize}` })
  const ledger = new Ledger()
  const replies: Reply[] = []
  const onReply = (reply: Reply) => void replies.push(reply)
  const load = startLoad({ ledger, port: () => casegate.port, clients, cases: store.cases, hot: clients >> 4, onReply })
  const watch = startWatch(casegate)
  /** Milliseconds until changes are acknowledged again, as the clients come back when Retry-After says so. */
  const recovery = async () => {
    const from = performance.now()
    await load.acknowledged(ledger.acknowledged + 1, 30_000)
    return performance.now() - from
  }
  const recoveries: number[] = []
  let connections: string[] = []
  try {
    await load.acknowledged(clients * 2)
    const memoryBefore = casegate.memory()
    const stopped = withChildren(postgres.pid())
    const goOn = () => stopped.forEach((pid) => process.kill(pid, 'SIGCONT'))
    process.once('exit', goOn)
    const pausedAt = performance.now()
    for (const pid of stopped) process.kill(pid, 'SIGSTOP')
    await sleep(pauseMs)
    goOn()
    process.off('exit', goOn)
    const resumedAt = performance.now()
    recoveries.push(await recovery())
    await sleep(Math.max(0, resumedAt + longestRecoveryMs - performance.now()))
    const calmAt = performance.now()
    await load.acknowledged(ledger.acknowledged + clients)
    const restartedAt = performance.now()
    await postgres.stop('SIGINT')
    await postgres.start()
    recoveries.push(await recovery())
    await load.stop()
    connections = await connectionsOf(store)

    const during = (from: number, to: number) => replies.filter(({ endedAt }) => endedAt >= from && endedAt < to)
    const paused = during(pausedAt, resumedAt)
    const count = (fate: Reply['fate']) => paused.filter((reply) => reply.fate === fate).length
    const unavailable = replies.filter(({ head }) => head.startsWith('HTTP/1.1 503 '))
    const ready = watch.seen.filter(({ at }) => at > pausedAt + 2_500 && at < resumedAt - 2_500)
    return [
      {
        ...limit(
          `an answer takes at most ${longestAnswerMs / 1000} s`,
          replies.map(({ sentAt, endedAt }) => endedAt - sentAt).filter((ms) => !Number.isNaN(ms)),
          longestAnswerMs,
          'ms',
        ),
      },
      {
        ...finding('while PostgreSQL hangs there are answers', paused, ({ head }) => head === ''),
        beside: `${count('done')} done, ${count('refused')} unavailable, ${count('unknown')} without a promise (500)`,
      },
      finding(
        'a 503 has Retry-After',
        unavailable,
        ({ head }) => !/^retry-after: [1-9]/im.test(head),
        ({ head }) => head,
      ),
      finding(
        '/readyz is 503 meanwhile',
        ready,
        ({ ready }) => ready !== 503,
        ({ ready }) => `${ready}`,
      ),
      limit(
        'memory grows by a bounded amount',
        watch.seen.map(({ memory }) => memory - memoryBefore),
        mostMemoryMiB,
        'MiB',
      ),
      limit('changes succeed soon after it goes on, and after a restart', recoveries, longestRecoveryMs, 'ms'),
      {
        ...finding(
          `${longestRecoveryMs / 1000} s after it goes on every answer is good`,
          during(calmAt, restartedAt),
          ({ fate }) => fate !== 'done',
          ({ head }) => head,
        ),
      },
      {
        claim: 'no connection is left over or in a transaction',
        tried: connections.length,
        lost: Math.max(0, connections.length - poolSize) + connections.filter((state) => state !== 'idle').length,
        first: connections.join(', '),
      },
      ...(await store.look((database) => audit(database, ledger))),
    ]
  } finally {
    watch.stop()
    await load.stop()
    await casegate.stop()
  }
}

/** The states of the connections to the database. */
async function connectionsOf({ settings: { DATABASE_URL = '' } }: Store): Promise<string[]> {
  return withClient(DATABASE_URL, async (client) => {
    const { rows } = await client.query<{ state: string }>(
      'select state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return rows.map(({ state }) => state)
  })
}

/** Asks for /readyz and the process's memory all the time. */
function startWatch(casegate: ServerProcess): { seen: Watched[]; stop(): void } {
  const seen: Watched[] = []
  const watch = async () => {
    const at = performance.now()
    const answer = await fetch(`http://127.0.0.1:${casegate.port}/readyz`).catch(() => undefined)
    seen.push({ at, ready: answer?.status ?? 0, memory: casegate.memory() })
  }
  const timer = setInterval(() => void watch(), 250)
  return { seen, stop: () => clearInterval(timer) }
}
