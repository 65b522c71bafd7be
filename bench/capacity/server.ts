import { assumed, measured } from './inputs.ts'
import { busyCores, dataOf, type Load, of, processesOf, requestsOf } from './model.ts'
import { product, quotient, roundedUp, scaled, sum } from './range.ts'

/** One primary, with replicas that serve the lists. */
export function serverOf(load: Load) {
  const { changes, cases, lookups, lists } = requestsOf(load)
  const changing = busyCores(changes, of(measured.postgresUpdate))
  const reading = sum(busyCores(cases, of(measured.postgresCase)), busyCores(lookups, of(measured.postgresLookup)))
  const listing = quotient(busyCores(lists, of(measured.postgresList)), of(measured.replicaList))
  return {
    changing,
    reading,
    listing,
    primary: roundedUp(quotient(sum(changing, reading), of(assumed.load))),
    replicas: roundedUp(quotient(listing, of(assumed.load))),
    connectionMemory: product(processesOf(load).connections, of(measured.connectionMemory), of(2 ** 20)),
  }
}

/** Whether the largest server carries the load, and what limits it. "perhaps" if only the lowest figures fit. */
export function verdict(load: Load): string {
  const needs = {
    cores: scaled(serverOf(load).primary, assumed.largestCores.value),
    memory: scaled(dataOf(load).workingSet, assumed.largestMemory.value * 2 ** 30),
    disk: scaled(dataOf(load).disk, assumed.largestDisk.value * 1e12),
  }
  const over = (end: 0 | 1) =>
    Object.entries(needs).flatMap(([name, shareOfLargest]) => (shareOfLargest[end] > 1 ? [name] : []))
  if (over(0).length > 0) return `no: ${over(0).join(', ')}`
  return over(1).length > 0 ? `perhaps: ${over(1).join(', ')}` : 'yes'
}
