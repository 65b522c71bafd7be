import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { requestsFor } from '../bench/load/requests.ts'
import { type ServerProcess, startCasegate } from '../bench/servers/server-process.ts'
import type { Database } from '../src/database/database.ts'
import { checkEach, checkMaximum, type CheckResult } from './check-result.ts'
import { Client, type Reply } from './client.ts'
import { type Attack, memoryAttacks } from './memory-attacks.ts'
import type { Store } from './stores.ts'

export interface MemoryAttackOptions {
  /** How long each attack lasts. */
  attackMs: number
  /** The part of the connections that are opened: 1 for all. */
  scale?: number
  /** The names of the attacks; all by default. */
  names?: readonly string[]
  /** The checkout whose server is attacked. */
  checkout?: string
}

const maximumMemoryMiB = 600
/** An attack is stopped above this, so that it does not harm the machine. */
const dangerousMemoryMiB = 6_000
const maximumResponseMs = 5_000

/** The last 200 comments of the case with many comments become as long as possible, in characters of three bytes. */
async function lengthenComments(database: Database): Promise<void> {
  await database.run({
    name: '',
    text: `update case_comments set text = repeat('字', 9999) where case_id = 50 and position > 9800`,
  })
}

/** Attacks the memory of a server in several ways while one other client is at work. */
export async function memoryAttack(store: Store, { attackMs, scale = 1, names, checkout }: MemoryAttackOptions) {
  await store.inspect(lengthenComments)
  const results: CheckResult[] = []
  for (const attack of memoryAttacks(scale)) {
    if (names && !names.includes(attack.name)) continue
    const casegate = await startCasegate(store.settings, checkout ? { checkout } : {})
    try {
      results.push(...(await underAttack(casegate, attack, attackMs, store.cases)))
    } finally {
      await casegate.stop()
    }
  }
  return results
}

async function underAttack(casegate: ServerProcess, attack: Attack, ms: number, cases: number): Promise<CheckResult[]> {
  const memory: number[] = []
  const replies: Reply[] = []
  const stopping = new AbortController()
  const isStopped = () => stopping.signal.aborted
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})

  async function work(): Promise<void> {
    const client = new Client(() => casegate.port)
    const requests = [
      requestsFor('update', 'rest', cases),
      requestsFor('case', 'graphql', cases),
      requestsFor('lookup', 'rest', cases),
      requestsFor('update', 'graphql', cases),
    ]
    for (let round = 0; !isStopped(); round++) {
      replies.push(await client.send(requests[round % requests.length]!()))
      await pause(20)
    }
    client.close()
  }

  async function watch(): Promise<void> {
    const end = performance.now() + ms
    while (performance.now() < end) {
      const used = casegate.memory()
      memory.push(used)
      if (!(used < dangerousMemoryMiB)) break
      await sleep(50)
    }
    stopping.abort()
  }

  const workerData = { attack, port: casegate.port }
  const attacker = new Worker(new URL('memory-attacker.ts', import.meta.url), { workerData })
  try {
    await Promise.all([work(), watch()])
  } finally {
    await attacker.terminate()
  }
  return [
    checkMaximum(`${attack.name}: memory stays below ${maximumMemoryMiB} MiB`, memory, maximumMemoryMiB, 'MiB'),
    checkEach(
      `${attack.name}: every request of another client succeeds`,
      replies,
      ({ outcome, violation }) => outcome !== 'acknowledged' || violation !== null,
      ({ outcome, head, violation }) => violation ?? `${outcome}: ${head.slice(0, 40)}`,
    ),
    checkMaximum(
      `${attack.name}: within ${maximumResponseMs / 1000} s`,
      replies.map(({ sentAt, endedAt }) => endedAt - sentAt),
      maximumResponseMs,
      'ms',
    ),
  ]
}
