import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../bench/data.ts'
import type { Exchange } from '../bench/load.ts'
import { assign, type Face, update } from '../bench/requests.ts'
import { Client, type Reply } from './client.ts'
import type { Ledger } from './ledger.ts'

export interface LoadOptions {
  /** Of all loads on a database. */
  ledger: Ledger
  /** Where the client of this number finds its server at the moment. */
  port(client: number): number
  clients: number
  cases: number
  /** How many clients keep to cases 1 and 2, one after another; the others take any. */
  hot: number
  /** Whether one change in four is an assignment. */
  assignments?: boolean
  onReply?(reply: Reply, client: number): void
}

export interface RunningLoad {
  /** Resolves when this many changes have been acknowledged in all; gives false where that takes too long. */
  acknowledged(count: number, patienceMs?: number): Promise<boolean>
  /** Lets every client finish its request. */
  stop(): Promise<void>
}

/** Clients that change cases over both faces and remember what they were answered, until they are stopped. */
export function startLoad({
  ledger,
  port,
  clients,
  cases,
  hot,
  assignments = true,
  onReply,
}: LoadOptions): RunningLoad {
  const stopping = new AbortController()

  async function send(client: Client, exchange: Exchange): Promise<Reply> {
    for (;;) {
      const reply = await client.send(exchange)
      if (reply.fate !== 'unsent' || stopping.signal.aborted) return reply
      await sleep(20)
    }
  }

  async function work(number: number): Promise<void> {
    const client = new Client(() => port(number))
    for (let round = 0; !stopping.signal.aborted; round++) {
      const face: Face = round % 2 === 0 ? 'rest' : 'graphql'
      const mayAssign = assignments && number >= hot && round % 4 === 3
      const caseId = number < hot ? 1 + (number % 2) : random(3, cases)
      const entry = (mayAssign && ledger.newAssignment(cases)) || ledger.newUpdate(caseId)
      const exchange = entry.kind === 'assign' ? assign(face, entry.caseId) : update(face, caseId, entry.text)
      const reply = await send(client, exchange)
      ledger.add(entry, reply)
      onReply?.(reply, number)
      const retryAfter = Number(/^retry-after: (\d+)\r$/im.exec(reply.head)?.[1] ?? 0)
      if (reply.fate === 'refused') await rest(Math.max(retryAfter * 1000, 100), stopping.signal)
    }
    client.close()
  }

  const done = Promise.all(Array.from({ length: clients }, (_, number) => work(number)))
  return {
    async acknowledged(count, patienceMs = 60_000) {
      const end = performance.now() + patienceMs
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

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}
