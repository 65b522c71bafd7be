import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from './connection.ts'

/** A request as sent over the wire, and the check of its response. */
export interface CheckedRequest {
  request: string
  /** Describes what is wrong with the response; null if it is correct. The body is valid only during the call. */
  check(status: number, body: Buffer): string | null
}

export interface Load {
  /** One for each server. Connections are distributed over them in turn. */
  ports: readonly [number, ...number[]]
  connections: number
  seconds: number
  /** How long each connection waits after a response. */
  pauseMs?: number
  next(): CheckedRequest
}

export interface Measurement {
  requestsPerSecond: number
  requests: number
  /** Latencies in milliseconds. */
  p50: number
  p99: number
  wrong: number
  /** Describes the first wrong response. */
  firstWrong: string | null
}

/** Sends one request after another on every connection. */
export async function run({ ports, connections, seconds, pauseMs, next }: Load): Promise<Measurement> {
  const latencies: number[] = []
  let wrong = 0
  let firstWrong: string | null = null
  const end = performance.now() + seconds * 1000

  await Promise.all(
    Array.from({ length: connections }, async (_, number) => {
      const connection = await Connection.open(ports[number % ports.length]!)
      for (;;) {
        const { request, check } = next()
        const sentAt = performance.now()
        if (sentAt >= end) break
        await connection.send(request)
        const receivedAt = performance.now()
        const problem = check(connection.status, connection.body())
        if (problem !== null) {
          wrong++
          firstWrong ??= `${problem}: ${connection.status} ${connection.body().toString('utf8', 0, 500)}`
        }
        if (receivedAt <= end) latencies.push(receivedAt - sentAt)
        if (pauseMs !== undefined) await sleep(pauseMs)
      }
      connection.close()
    }),
  )
  const requests = latencies.length
  return { requestsPerSecond: requests / seconds, requests, ...percentiles(latencies), wrong, firstWrong }
}

export function percentiles(latencies: readonly number[]): { p50: number; p99: number } {
  const sorted = [...latencies].sort((a, b) => a - b)
  const percentile = (part: number) => sorted[Math.floor(sorted.length * part)] ?? NaN
  return { p50: percentile(0.5), p99: percentile(0.99) }
}
