import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckedRequest } from '../../bench/load/load.ts'
import { random } from '../../bench/load/random-input.ts'
import { Client, type Outcome, type Reply } from '../client.ts'
import { combined, type Kind, type Ledger } from './ledger.ts'
import { type Mutation, read, Requests } from './requests.ts'

export interface LoadOptions {
  ledger: Ledger
  /** The ports of the processes. Each request is sent to any of them. */
  ports: readonly (() => number)[]
  clients: number
  /** Cases above this number wait in a queue. The others are changed. */
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

/** The changes whose case is known before they are acknowledged. */
const changesOne: ReadonlySet<Kind> = new Set(['update', 'assign', 'comment'])

/** Sends a request and records what must not happen. */
export async function sendRecorded(
  ledger: Ledger,
  client: Client,
  request: CheckedRequest,
  isRead: boolean,
): Promise<{ reply: Reply; body: string }> {
  let body = ''
  const reply = await client.send({
    ...request,
    check(status, received) {
      body = received.toString()
      return request.check(status, received)
    },
  })
  if (reply.violation !== null) ledger.violations.push(reply.violation)
  const isInternalError = reply.outcome === 'unknown' && reply.head !== '' && reply.violation === null
  if (isInternalError)
    ledger.internalErrors.push({ isRead, sentAt: reply.sentAt, at: reply.endedAt, body: body.slice(0, 300) })
  return { reply, body }
}

/** Starts clients that change cases, with and without keys, and read them. */
export function startLoad({ ledger, ports, clients, cases }: LoadOptions): RunningLoad {
  const stopping = new AbortController()
  const requests = new Requests(cases, clients)

  /** Sends it once. Returns whether all of its changes have been acknowledged. */
  async function sendChange(client: Client, { entries, request, answers }: Mutation): Promise<boolean> {
    const { reply, body } = await sendRecorded(ledger, client, request, false)
    const { sentAt, endedAt } = reply
    const found = reply.outcome === 'acknowledged' ? answers(reply, body) : []
    for (const [index, entry] of entries.entries()) {
      const answer = found[index]
      const outcome = answer && 'errorCode' in answer ? outcomeOf(answer.errorCode) : reply.outcome
      if (answer && 'text' in answer) {
        entry.answers.add(answer.text)
        if (answer.changed) ledger.acknowledge(entry, answer.changed)
      }
      const caseId = entries.length === 1 && changesOne.has(entry.kind) ? entry.caseId : undefined
      if (outcome !== 'unsent') ledger.sent.push({ caseId, isRead: false, outcome, sentAt, endedAt })
      entry.outcome = combined(entry.outcome, outcome)
    }
    return entries.every(({ outcome }) => outcome === 'acknowledged')
  }

  /** The outcome of a change that failed while others of its request succeeded. */
  function outcomeOf(errorCode: string): Outcome {
    if (errorCode === 'UNAVAILABLE') return 'rejected'
    if (errorCode !== 'INTERNAL_SERVER_ERROR') ledger.violations.push(errorCode)
    return 'unknown'
  }

  async function readCase(client: Client, caseId: number): Promise<boolean> {
    const acknowledged = ledger.versions.get(caseId) ?? 0
    const { request, version } = read(ledger.readers.get(caseId)!, caseId)
    const { reply, body } = await sendRecorded(ledger, client, request, true)
    const { outcome, sentAt, endedAt } = reply
    ledger.sent.push({ caseId, isRead: true, outcome, sentAt, endedAt })
    if (outcome !== 'acknowledged') return false
    const found = version(reply, body)
    if (!(found >= acknowledged)) ledger.olderReads.push(`case ${caseId}: ${found} after ${acknowledged}`)
    return true
  }

  async function runClient(): Promise<void> {
    const own = ports.map((port) => new Client(port))
    const any = () => own[random(0, own.length - 1)]!
    while (!stopping.signal.aborted) {
      const mutation = requests.next()
      const { entries } = mutation
      ledger.entries.push(...entries)
      const isRepeatable = entries.every(({ key }) => key !== undefined)
      let isDone = await sendChange(any(), mutation)
      // A change with a key is sent again until it is acknowledged. Some changes are given up after a rejection.
      while (!isDone && !stopping.signal.aborted) {
        if (!isRepeatable) break
        if (entries.every(({ outcome }) => outcome === 'rejected') && random(1, 4) === 1) break
        await sleep(random(20, 200))
        isDone = await sendChange(any(), mutation)
      }
      if (!isDone) await sleep(random(20, 200))
      for (const { caseId, outcome } of entries) {
        if (outcome === 'acknowledged' && caseId !== undefined) await readCase(any(), caseId)
      }
      if (isDone && isRepeatable && random(1, 4) === 1) await sendChange(any(), mutation)
      const earlier = ledger.entries[random(0, ledger.entries.length - 1)]!
      if (earlier.version !== undefined) await readCase(any(), earlier.caseId!)
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
      const known = ids.filter((id) => ledger.readers.has(id))
      const results = await Promise.all(
        ports.map(async (port) => {
          const client = new Client(port)
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
