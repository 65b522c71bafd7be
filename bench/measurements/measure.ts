import { type Load, type Measurement, run } from '../load/load.ts'
import type { ServerProcess } from '../servers/server-process.ts'

export interface Sample extends Measurement {
  /** CPU time of all server processes per request in microseconds; NaN if unknown. */
  cpu: number
  /** Resident memory of all server processes in MiB; NaN if unknown. */
  memory: number
}

/** Measures one server. Throws if any response is wrong. */
export function measure(server: ServerProcess, load: Omit<Load, 'ports'>): Promise<Sample> {
  return measureTogether([server], load)
}

/** Measures several servers under one load. Throws if any response is wrong. */
export async function measureTogether(
  servers: readonly [ServerProcess, ...ServerProcess[]],
  load: Omit<Load, 'ports'>,
): Promise<Sample> {
  const [{ port }, ...others] = servers
  const sum = (figure: (server: ServerProcess) => number) =>
    servers.reduce((total, server) => total + figure(server), 0)
  const cpuMs = () => sum((server) => server.cpuMs())
  const before = cpuMs()
  const measurement = await run({ ...load, ports: [port, ...others.map((other) => other.port)] })
  const cpu = ((cpuMs() - before) * 1000) / measurement.requests
  if (measurement.firstWrong !== null) {
    const { wrong, requests, firstWrong } = measurement
    throw new Error(`${wrong} of ${requests} responses were wrong. The first one: ${firstWrong}`)
  }
  return { ...measurement, cpu, memory: sum((server) => server.memory()) }
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const high = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? NaN) + high) / 2
}
