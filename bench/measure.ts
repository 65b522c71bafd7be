import { type Load, type Measurement, run } from './load.ts'
import type { ServerProcess } from './server-process.ts'

export interface Sample extends Measurement {
  /** CPU time of the server process per request in microseconds; NaN if unknown. */
  cpu: number
  /** Resident memory of the server process in MiB; NaN if unknown. */
  memory: number
}

/** Throws if any response is wrong. */
export async function measure(server: ServerProcess, load: Omit<Load, 'port'>): Promise<Sample> {
  const before = server.cpuMs()
  const measurement = await run({ ...load, port: server.port })
  const cpu = ((server.cpuMs() - before) * 1000) / measurement.requests
  if (measurement.firstWrong !== null) {
    const { wrong, requests, firstWrong } = measurement
    throw new Error(`${wrong} of ${requests} responses were wrong. The first one: ${firstWrong}`)
  }
  return { ...measurement, cpu, memory: server.memory() }
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const high = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? NaN) + high) / 2
}
