import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../bench/servers/database.ts'
import { childrenOf } from '../bench/servers/proc.ts'
import type { OwnPostgresServer } from '../bench/servers/postgres.ts'
import { type ServerProcess, startCasegate } from '../bench/servers/server-process.ts'
import { checkEach, checkMaximum, type CheckResult } from './check-result.ts'
import type { Reply } from './client.ts'
import { audit, Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import type { Store } from './stores.ts'

export interface OverloadOptions {
  clients: number
  /** How long the processes of PostgreSQL are paused. */
  pauseMs: number
}

const poolSize = 5
/** 5 s for a connection, 5 s for a statement, and 1 s for a slow machine. */
const maximumResponseMs = 11_000
const maximumRecoveryMs = 5_000
const maximumMemoryMiB = 256

/** Runs more clients than the pool has connections while PostgreSQL hangs and is then restarted. */
export async function overload(
  store: Store,
  postgres: OwnPostgresServer,
  { clients, pauseMs }: OverloadOptions,
): Promise<CheckResult[]> {
  const casegate = await startCasegate({
    ...store.settings,
    DATABASE_POOL_SIZE: `${poolSize}`,
    MAX_CONNECTIONS: '2000',
  })
  const ledger = new Ledger()
  const replies: Reply[] = []
  const onReply = (reply: Reply) => void replies.push(reply)
  const load = startLoad({ ledger, port: () => casegate.port, clients, cases: store.cases, hot: clients >> 4, onReply })
  const monitor = startMonitor(casegate)
  /** Returns the milliseconds until a change is acknowledged. Clients retry after the time in Retry-After. */
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
    const { pausedAt, resumedAt } = await pausePostgres(postgres, pauseMs)
    recoveries.push(await recovery())
    await sleep(Math.max(0, resumedAt + maximumRecoveryMs - performance.now()))
    const recoveredAt = performance.now()
    await load.acknowledged(ledger.acknowledged + clients)
    const restartedAt = performance.now()
    await postgres.stop('SIGINT')
    await postgres.start()
    recoveries.push(await recovery())
    await load.stop()
    connections = await connectionStates(store)
    const between = (from: number, to: number) => replies.filter(({ endedAt }) => endedAt >= from && endedAt < to)
    const duringPause = between(pausedAt, resumedAt)
    const count = (outcome: Reply['outcome']) => duringPause.filter((reply) => reply.outcome === outcome).length
    const unavailable = replies.filter(({ head }) => head.startsWith('HTTP/1.1 503 '))
    const probes = monitor.probes.filter(({ at }) => at > pausedAt + 2_500 && at < resumedAt - 2_500)
    return [
      checkMaximum(
        `a response takes at most ${maximumResponseMs / 1000} s`,
        replies.map(({ sentAt, endedAt }) => endedAt - sentAt).filter((ms) => !Number.isNaN(ms)),
        maximumResponseMs,
        'ms',
      ),
      {
        ...checkEach('every request gets a response while PostgreSQL hangs', duringPause, ({ head }) => head === ''),
        note: `${count('acknowledged')} acknowledged, ${count('rejected')} rejected (503), ${count('unknown')} unknown (500)`,
      },
      checkEach(
        'a 503 has Retry-After',
        unavailable,
        ({ head }) => !/^retry-after: [1-9]/im.test(head),
        ({ head }) => head,
      ),
      checkEach(
        '/readyz returns 503 while PostgreSQL hangs',
        probes,
        ({ status }) => status !== 503,
        ({ status }) => `${status}`,
      ),
      checkMaximum(
        `memory grows by at most ${maximumMemoryMiB} MiB`,
        monitor.probes.map(({ memory }) => memory - memoryBefore),
        maximumMemoryMiB,
        'MiB',
      ),
      checkMaximum(
        `changes succeed within ${maximumRecoveryMs / 1000} s after the pause and after a restart`,
        recoveries,
        maximumRecoveryMs,
        'ms',
      ),
      checkEach(
        `every change succeeds from ${maximumRecoveryMs / 1000} s after the pause`,
        between(recoveredAt, restartedAt),
        ({ outcome }) => outcome !== 'acknowledged',
        ({ head }) => head,
      ),
      {
        claim: 'no connection is leaked or left in a transaction',
        checked: connections.length,
        violations: Math.max(0, connections.length - poolSize) + connections.filter((state) => state !== 'idle').length,
        example: connections.join(', '),
      },
      ...(await store.inspect((database) => audit(database, ledger))),
    ]
  } finally {
    monitor.stop()
    await load.stop()
    await casegate.stop()
  }
}

/** Pauses all processes of PostgreSQL. They also resume if this process exits. */
async function pausePostgres(
  postgres: OwnPostgresServer,
  ms: number,
): Promise<{ pausedAt: number; resumedAt: number }> {
  const processes = [postgres.pid(), ...childrenOf(postgres.pid())]
  const resume = () => processes.forEach((pid) => process.kill(pid, 'SIGCONT'))
  process.once('exit', resume)
  const pausedAt = performance.now()
  for (const pid of processes) process.kill(pid, 'SIGSTOP')
  await sleep(ms)
  resume()
  process.off('exit', resume)
  return { pausedAt, resumedAt: performance.now() }
}

/** The states of all connections to the database. */
async function connectionStates({ settings: { DATABASE_URL = '' } }: Store): Promise<string[]> {
  return withClient(DATABASE_URL, async (client) => {
    const { rows } = await client.query<{ state: string }>(
      'select state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return rows.map(({ state }) => state)
  })
}

interface Probe {
  at: number
  /** The status of /readyz; 0 if there was no response. */
  status: number
  memory: number
}

/** Probes /readyz and the memory of the process four times per second. */
function startMonitor(casegate: ServerProcess): { probes: Probe[]; stop(): void } {
  const probes: Probe[] = []
  const probe = async () => {
    const at = performance.now()
    const response = await fetch(`http://127.0.0.1:${casegate.port}/readyz`).catch(() => undefined)
    probes.push({ at, status: response?.status ?? 0, memory: casegate.memory() })
  }
  const timer = setInterval(() => void probe(), 250)
  return { probes, stop: () => clearInterval(timer) }
}
