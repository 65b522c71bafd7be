import { assumed, cluster, measured } from './inputs.ts'
import { busyCores, dataOf, type Load, of, processesOf, requestsOf } from './model.ts'
import { product, quotient, type Range, roundedUp, sum } from './range.ts'
import { serverOf } from './server.ts'

/** A cluster of Citus, with processes that connect to its workers. */
export function clusterOf(load: Load) {
  const { changes, cases, lookups, lists } = requestsOf(load)
  const changing = busyCores(changes, of(cluster.update))
  const reading = sum(
    product(busyCores(cases, of(measured.postgresCase)), of(cluster.case)),
    busyCores(lookups, of(measured.postgresLookup)),
  )
  const listing = product(busyCores(lists, of(measured.postgresList)), of(cluster.list))
  const cores = roundedUp(quotient(sum(changing, reading, listing), of(assumed.load)))
  const { primary, replicas } = serverOf(load)
  const { disk, workingSet } = dataOf(load)
  const workers = larger(
    roundedUp(quotient(cores, of(assumed.workerCores))),
    roundedUp(quotient(disk, of(assumed.workerDisk.value * 1e12))),
  )
  const coordinatorAndWorkers = sum(workers, of(1))
  return {
    changing,
    reading,
    listing,
    cores,
    relativeCores: alike(cores, sum(primary, replicas)),
    workers,
    servers: product(coordinatorAndWorkers, of(2)),
    disk: alike(disk, workers),
    workingSet: quotient(workingSet, workers),
    connections: quotient(processesOf(load).connections, workers),
    coordinator: busyCores(changes, of(cluster.coordinator)),
  }
}

function larger(a: Range, b: Range): Range {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1])]
}

/** The quotient of two figures that are low together and high together. */
function alike(dividend: Range, divisor: Range): Range {
  const [a, b] = [dividend[0] / divisor[0], dividend[1] / divisor[1]]
  return [Math.min(a, b), Math.max(a, b)]
}
