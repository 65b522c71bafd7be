import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CitusCluster,
  createDistributedDatabase,
  nameOf,
  portOf,
  startCluster,
  urlOfWorkers,
} from '../../bench/servers/citus.ts'
import { withClient } from '../../bench/servers/database.ts'
import { random } from '../../bench/load/random-input.ts'
import type { OwnPostgresServer } from '../../bench/servers/postgres.ts'
import { startCasegate } from '../../bench/servers/server-process.ts'
import type { CheckResult } from '../check-result.ts'
import { store } from '../stores.ts'
import { queueUp } from '../take-next.ts'
import { audit, workersOf } from './audit.ts'
import { auditLogins, checkCopies, checkPrepared } from './audit-copies.ts'
import { Ledger } from './ledger.ts'
import { startLoad, until } from './load.ts'
import { createCallers, LoginLedger, runLogins } from './logins.ts'
import { moveShards } from './move-shards.ts'
import { checkOutages, checkResponses, concernsOther, type Failure, hang, type Outage, takeOver } from './outages.ts'

export interface CitusOptions {
  /** How often a worker is killed, and then how often the coordinator. */
  workerKills: number
  coordinatorKills: number
  /** How often a worker hangs, and for how long. */
  hangs: number
  hangMs: number
  /** How often a process of Casegate is killed. */
  processKills: number
  /** Whether a worker is lost at the end, and its synchronous standby takes over. */
  loss: boolean
  /** Whether shards are moved to other workers all the time. */
  moves: boolean
  workers: number
  clients: number
  cases: number
  folder: string
  settings: Record<string, string>
}

const timeoutMs = 60_000
const loginClients = 2

/**
 * A coordinator and workers, and two processes that are connected to the workers. Servers and processes fail again and
 * again, while clients change cases with and without keys, create cases, also for new parties, take the next case, log
 * parties in and out, erase some of them and change the configuration. Half of the failures occur during a change that is
 * committed on all servers.
 */
export async function citus(options: CitusOptions): Promise<CheckResult[]> {
  const { workers, clients, cases, folder, settings } = options
  const cluster = await startCluster(folder, workers, settings)
  try {
    const { url } = await createDistributedDatabase(cluster, cases)
    await withClient(url, async (client) => {
      await client.query(queueUp[0].text, [cases >> 1])
      await client.query(queueUp[1].text, [clients])
      await client.query(queueUp[2].text, [clients])
    })
    return await fail(cluster, url, options)
  } finally {
    await cluster.stop()
  }
}

async function fail(cluster: CitusCluster, url: string, options: CitusOptions): Promise<CheckResult[]> {
  const { workerKills, coordinatorKills, hangs, hangMs, processKills, loss, moves, clients, cases } = options
  const database = nameOf({ url })
  const standbys = loss ? [await cluster.addStandby(cluster.workers[0]!)] : []
  const callers = await createCallers(store({ DATABASE_URL: url }, cases))
  const serverSettings = store({ DATABASE_URL: urlOfWorkers(cluster, database, standbys) }, 0).settings
  const processes = await Promise.all([startCasegate(serverSettings), startCasegate(serverSettings)])
  const ports = processes.map((_process, index) => () => processes[index]!.port)
  const [ledger, changes, stopping] = [new Ledger(), new LoginLedger(), new AbortController()]
  const load = startLoad({ ledger, ports, clients, cases: cases >> 1 })
  const logins = Array.from({ length: loginClients }, () => runLogins(callers, ports, ledger, changes, stopping.signal))
  const moved = moves ? moveShards(url, stopping.signal) : Promise.resolve([])
  const outages: Outage[] = []

  /** At a random moment of the load, or of a change that is committed on all servers. */
  async function atRandom(): Promise<void> {
    if (random(0, 1) === 0) return sleep(random(0, 500))
    await changes.nextSent()
    await sleep(random(0, 40))
  }

  /** Lets a server fail under load. Ends the failure when changes of cases on other workers are acknowledged. */
  async function failOnce(server: OwnPostgresServer, failure: Failure): Promise<void> {
    const someWorker = cluster.workers.find((each) => each !== server)!
    const placements = await withClient(someWorker.url(database), (client) => workersOf(client, cases))
    await atRandom()
    const last = ledger.lastCases(clients)
    const outage: Outage = {
      failure,
      port: portOf(server),
      isCoordinator: server === cluster.coordinator,
      placements,
      startedAt: performance.now(),
      endedAt: Infinity,
      didContinue: false,
      didRecover: false,
    }
    outages.push(outage)
    const proceed = await begin(server, failure)
    await sleep(failure === 'hang' ? hangMs : random(500, 3_000))
    const waitedFrom = failure === 'hang' ? outage.startedAt : performance.now()
    outage.didContinue = await until(
      () =>
        ledger.sent.filter(
          (sent) =>
            sent.outcome === 'acknowledged' && !sent.isRead && sent.sentAt > waitedFrom && concernsOther(sent, outage),
        ).length >= clients,
      timeoutMs,
    )
    outage.endedAt = performance.now()
    await proceed()
    const isRead = await load.readAll(last, timeoutMs)
    outage.didRecover = isRead && (await load.progress(4 * clients, timeoutMs))
  }

  /** Returns what ends the failure. */
  async function begin(server: OwnPostgresServer, failure: Failure): Promise<() => Promise<void> | void> {
    if (failure === 'hang') return hang(server)
    await server.kill()
    return failure === 'kill' ? () => server.start() : () => takeOver(cluster, database, server, standbys[0]!)
  }

  async function killProcess(index: number): Promise<void> {
    await atRandom()
    processes[index]!.kill('SIGKILL')
    await processes[index]!.exited
    processes[index] = await startCasegate(serverSettings)
    await load.progress(4 * clients, timeoutMs)
  }

  const worker = (count: number) => cluster.workers[count % cluster.workers.length]!
  try {
    await load.progress(16 * clients, timeoutMs)
    for (let count = 0; count < workerKills; count++) await failOnce(worker(count), 'kill')
    for (let count = 0; count < coordinatorKills; count++) await failOnce(cluster.coordinator, 'kill')
    for (let count = 0; count < hangs; count++) await failOnce(worker(count), 'hang')
    for (let count = 0; count < processKills; count++) await killProcess(count % processes.length)
    if (loss) await failOnce(cluster.workers[0]!, 'loss')
  } finally {
    stopping.abort()
    await load.stop()
    await Promise.all([...logins, moved])
    for (const process of processes) await process.stop()
  }
  const ofWorkers = outages.filter(({ isCoordinator }) => !isCoordinator)
  return [
    ...checkOutages(
      'worker killed',
      ofWorkers.filter(({ failure }) => failure === 'kill'),
      ledger,
    ),
    ...checkOutages(
      'coordinator killed',
      outages.filter(({ isCoordinator }) => isCoordinator),
      ledger,
    ),
    ...checkOutages(
      'worker hangs',
      ofWorkers.filter(({ failure }) => failure === 'hang'),
      ledger,
    ),
    ...checkOutages(
      'worker lost',
      ofWorkers.filter(({ failure }) => failure === 'loss'),
      ledger,
    ),
    ...checkResponses(outages, ledger),
    ...(await withClient(url, async (client) => [
      ...(await audit(client, ledger)),
      ...(await auditLogins(client, changes)),
    ])),
    await checkPrepared(cluster),
    await checkCopies(cluster, database),
    ...(moves ? [{ claim: 'shards are moved under load', checked: (await moved).length, violations: 0 }] : []),
  ]
}
