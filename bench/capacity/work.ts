import { assumed, measured } from './inputs.ts'
import { dataOf, type Load, of } from './model.ts'
import { product, quotient, type Range } from './range.ts'

const secondsPerHour = 3_600
const secondsPerDay = 86_400
const casesPerFile = 100_000
/** `autovacuum_freeze_max_age` of PostgreSQL. */
const transactionsBetweenFreezes = 200_000_000
/** Concurrent changes of a process share a transaction: none at low load, about ten at high load. */
const changesPerTransaction: Range = [1, 10]

/** The work of operators: loading, archive, vacuum and backups. */
export function workOf(load: Load) {
  const { bytes, bytesPerCase, newPerDay, changesPerDay } = dataOf(load)
  // The measured cases have one event. At most, the costs grow in proportion to the space of the whole history.
  const history: Range = [1, bytesPerCase[1] / measured.bytesPerCase.value]
  const files = quotient(of(load.cases), of(casesPerFile))
  const archives = quotient(newPerDay, of(casesPerFile))
  const gigabytes = quotient(bytes, of(1e9))
  return {
    files,
    importDays: quotient(product(files, of(measured.importCpu), history), of(secondsPerDay)),
    importWal: product(files, of(measured.importWal), history, of(1e6)),
    archives,
    archiveHours: quotient(product(archives, of(measured.archiveCpu), history), of(secondsPerHour)),
    archiveBytes: product(archives, of(measured.fileSize), history, of(1e6)),
    daysBetweenFreezes: quotient(of(transactionsBetweenFreezes), quotient(changesPerDay, changesPerTransaction)),
    vacuumHours: quotient(product(gigabytes, of(measured.vacuumCpu)), of(secondsPerHour)),
    copyHours: quotient(quotient(bytes, product(of(assumed.copyRate), of(1e6))), of(secondsPerHour)),
    dumpHours: quotient(product(gigabytes, of(measured.dumpCpu)), of(secondsPerHour)),
  }
}
