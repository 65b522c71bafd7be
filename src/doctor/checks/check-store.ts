import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { type CheckResult, failure, ok, warning } from '../check-result.ts'

const mebibyte = 1024 * 1024
/** In MiB. PGlite soon fails below the first. */
const minimumSpace = { failure: 64, warning: 1024 }

/** Checks the folder of the embedded store without creating or locking it. */
export function checkStore(folder: string): CheckResult[] {
  if (!existsSync(folder)) {
    const message = `There is no embedded store in DATA_DIR ${folder} yet.`
    return [warning('store', message, 'Start the service to create one, or set DATA_DIR or DATABASE_URL.')]
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    const advice = 'Give the user who runs Casegate access to the folder, or set DATA_DIR to another one.'
    return [failure('store', `DATA_DIR ${folder} is not a folder that this user can write to.`, advice)]
  }
  const { bavail, bsize } = statfsSync(folder)
  const message = 'Acknowledged changes survive a crash of the process, but not of the machine.'
  return [
    checkSpace(folder, Math.floor((bavail * bsize) / mebibyte)),
    warning('durability', message, 'Set DATABASE_URL to a PostgreSQL server for data that you need to keep.'),
  ]
}

/** `free` is in MiB. */
export function checkSpace(folder: string, free: number): CheckResult {
  const message = `The disk of DATA_DIR ${folder} has ${free.toLocaleString('en')} MiB left.`
  const advice = 'Free up space, or stop Casegate, move the folder and set DATA_DIR.'
  if (free < minimumSpace.failure) return failure('store', message, advice)
  if (free < minimumSpace.warning) return warning('store', message, advice)
  return ok('store', message)
}
