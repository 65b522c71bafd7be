import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckedRequest } from '../../bench/load/load.ts'
import { random } from '../../bench/load/random-input.ts'
import { Client, type Reply } from '../client.ts'
import type { Caller } from '../graphql-request.ts'
import type { Ledger } from './ledger.ts'
import { type Mutation, randomMutation, read } from './requests.ts'

export interface LoadOptions {
  ledger: Ledger
  /** The ports of the processes. Each request is sent to any of them. */
  ports: readonly number[]
  clients: number
  /** Cases above this number wait in a queue. The others are updated. */
  cases: number
}

export interface RunningLoad {
  /** Waits until this many more changes have been acknowledged. Returns false after the timeout. */
  progress(changes: number, timeoutMs: number): Promise<boolean>
  /** Reads these cases through every process until it answers. Returns false if one did not within the timeout. */
  readAll(cases: readonly number[], timeoutMs: number): Promise<boolean>
  /** Lets every client finish its current change. */
  stop(): Promise<void>
}

/** Starts clients that change cases, with and without keys, and read each of them after the acknowledgement. */
export function startLoad({ ledger, ports, clients, cases }: LoadOptions): RunningLoad {
  const stopping = new AbortController()
  const callers = new Map<number, Caller>()
  let next = 0

  async function send(client: Client, request: CheckedRequest, isRead: boolean): Promise<Reply> {
    let body = ''
    const reply = await client.send({
      ...request,
      check(status, received) {
        body = received.toString('utf8', 0, 300)
        return request.check(status, received)
      },
    })
    if (reply.violation !== null) ledger.violations.push(reply.violation)
    const isInternalError = reply.outcome === 'unknown' && reply.head !== '' && reply.violation === null
    if (isInternalError) ledger.internalErrors.push({ isRead, at: reply.endedAt, body })
    return reply
  }

  /** Sends it once. Returns the outcome of all requests for it. */
  async function sendChange(client: Client, { entry, caller, request }: Mutation): Promise<void> {
    const accepted = request((changed, body) => {
      entry.answers.add(body)
      if (!changed) return
      entry.caseId = Number(changed.id)
      callers.set(entry.caseId, caller)
      ledger.acknowledge(entry.caseId, changed.version)
    })
    const { outcome, sentAt, endedAt } = await send(client, accepted, false)
    if (outcome === 'unsent') return
    ledger.sent.push({ caseId: entry.caseId, outcome, sentAt, endedAt })
    if (entry.outcome === 'acknowledged') return
    // If one request of several may have been executed, so may the change.
    if (outcome === 'acknowledged' || entry.outcome !== 'unknown') entry.outcome = outcome
  }

  async function readCase(client: Client, caseId: number): Promise<boolean> {
    const acknowledged = ledger.versions.get(caseId) ?? 0
    const request = read(callers.get(caseId)!, caseId, (version) => {
      ledger.reads++
      if (version < acknowledged) ledger.olderReads.push(`case ${caseId}: ${version} after ${acknowledged}`)
    })
    return (await send(client, request, true)).outcome === 'acknowledged'
  }

  async function runClient(): Promise<void> {
    const own = ports.map((port) => new Client(() => port))
    const any = () => own[random(0, own.length - 1)]!
    while (!stopping.signal.aborted) {
      const mutation = randomMutation(++next, cases, clients)
      const { entry } = mutation
      ledger.entries.push(entry)
      await sendChange(any(), mutation)
      // A change with a key is sent again until it is acknowledged. Some changes are given up after a rejection.
      while (entry.key !== undefined && entry.outcome !== 'acknowledged') {
        if (entry.outcome === 'rejected' && random(1, 4) === 1) break
        await sleep(random(20, 200))
        if (stopping.signal.aborted) break
        await sendChange(any(), mutation)
      }
      if (entry.outcome === 'acknowledged' && entry.caseId !== undefined) {
        await readCase(any(), entry.caseId)
        if (entry.key !== undefined && random(1, 4) === 1) await sendChange(any(), mutation)
      } else if (entry.outcome !== 'acknowledged') await sleep(random(20, 200))
    }
    for (const client of own) client.close()
  }

  const done = Promise.all(Array.from({ length: clients }, runClient))
  return {
    progress(changes, timeoutMs) {
      const count = ledger.acknowledged + changes
      return until(() => ledger.acknowledged >= count, timeoutMs)
    },
    async readAll(ids, timeoutMs) {
      const end = performance.now() + timeoutMs
      const known = ids.filter((id) => callers.has(id))
      const results = await Promise.all(
        ports.map(async (port) => {
          const client = new Client(() => port)
          for (const id of known) {
            while (!(await readCase(client, id))) {
              if (performance.now() > end) return false
              await sleep(20)
            }
          }
          client.close()
          return true
        }),
      )
      return results.every(Boolean)
    },
    async stop() {
      stopping.abort()
      await done
    },
  }
}

/** Waits until the condition is true. Returns false after the timeout. */
export async function until(isTrue: () => boolean, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs
  while (!isTrue()) {
    if (performance.now() > end) return false
    await sleep(20)
  }
  return true
}
