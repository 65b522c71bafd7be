import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckedRequest } from '../bench/load/load.ts'
import { random } from '../bench/load/random-input.ts'
import { assign, type Face, keyedUpdate, update } from '../bench/load/requests.ts'
import { Client, type Reply } from './client.ts'
import type { Entry, Ledger } from './ledger.ts'

export interface LoadOptions {
  /** Shared by all loads on a database. */
  ledger: Ledger
  /** The current port of the client's server. Clients are numbered from 0. */
  port(client: number): number
  clients: number
  cases: number
  /** How many clients change only cases 1 and 2. The others change any cases. */
  hot: number
  /** Whether one change in four is an assignment. */
  assignments?: boolean
  /** Whether all changes are updates with a key, which clients repeat until they are acknowledged. */
  keyed?: boolean
  /** How long each client waits after a response. */
  pauseMs?: number
  onReply?(reply: Reply, client: number, entry: Omit<Entry, 'outcome'>): void
}

export interface RunningLoad {
  /** Waits until this many changes have been acknowledged in total. Returns false after the timeout. */
  acknowledged(count: number, timeoutMs?: number): Promise<boolean>
  /** Lets every client finish its current request. */
  stop(): Promise<void>
}

/** Starts clients that change cases over both faces and record the outcomes until they are stopped. */
export function startLoad({
  ledger,
  port,
  clients,
  cases,
  hot,
  assignments = true,
  keyed = false,
  pauseMs = 0,
  onReply,
}: LoadOptions): RunningLoad {
  const stopping = new AbortController()

  async function send(client: Client, request: CheckedRequest): Promise<Reply> {
    for (;;) {
      const reply = await client.send(request)
      if (reply.outcome === 'acknowledged' || reply.violation || stopping.signal.aborted) return reply
      if (!keyed && reply.outcome !== 'unsent') return reply
      await sleep(20)
    }
  }

  async function runClient(number: number): Promise<void> {
    const client = new Client(() => port(number))
    for (let round = 0; !stopping.signal.aborted; round++) {
      const face: Face = round % 2 === 0 ? 'rest' : 'graphql'
      const isAssignment = assignments && !keyed && number >= hot && round % 4 === 3
      const caseId = number < hot ? 1 + (number % 2) : random(3, cases)
      const entry = (isAssignment && ledger.newAssignment(cases)) || ledger.newUpdate(caseId)
      const request =
        entry.kind === 'assign'
          ? assign(face, entry.caseId)
          : keyed
            ? keyedUpdate(caseId, entry.text)
            : update(face, caseId, entry.text)
      const reply = await send(client, request)
      ledger.add(entry, reply)
      onReply?.(reply, number, entry)
      const retryAfter = Number(/^retry-after: (\d+)\r$/im.exec(reply.head)?.[1] ?? 0)
      if (pauseMs > 0) await pause(pauseMs, stopping.signal)
      if (reply.outcome === 'rejected') await pause(Math.max(retryAfter * 1000, 100), stopping.signal)
    }
    client.close()
  }

  const done = Promise.all(Array.from({ length: clients }, (_, number) => runClient(number)))
  return {
    async acknowledged(count, timeoutMs = 60_000) {
      const end = performance.now() + timeoutMs
      while (ledger.acknowledged < count) {
        if (performance.now() > end) return false
        await sleep(5)
      }
      return true
    },
    async stop() {
      stopping.abort()
      await done
    },
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}
