import { type Load, type Measurement, run } from './load.ts'
import type { ServerProcess } from './processes.ts'

/** What one measurement of a server gave. */
export interface Sample extends Measurement {
  /** Processor time of the server process for a request, in microseconds; NaN where it is not known. */
  cpu: number
  /** Resident memory of the server process in MiB. */
  memory: number
}

/** Throws where an answer was wrong: a figure for wrong answers is none. */
export async function measure(server: ServerProcess, load: Omit<Load, 'port'>): Promise<Sample> {
  const before = server.cpuMs()
  const measurement = await run({ ...load, port: server.port })
  const cpu = ((server.cpuMs() - before) * 1000) / measurement.requests
  if (measurement.firstWrong !== null) {
    throw new Error(
      `${measurement.wrong} of ${measurement.requests} answers were wrong; the first: ${measurement.firstWrong}`,
    )
  }
  return { ...measurement, cpu, memory: server.memory() }
}

export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = NaN, high = NaN] =
    sorted.length % 2 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1, middle + 1)
  return (low + high) / 2
}

/** The median of each figure over the rounds. */
export function medians<Figures extends Record<Key, number>, Key extends string>(
  samples: Figures[],
  keys: readonly Key[],
) {
  return Object.fromEntries(keys.map((key) => [key, median(samples.map((sample) => sample[key]))])) as Record<
    Key,
    number
  >
}
