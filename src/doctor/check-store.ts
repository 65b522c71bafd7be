import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { failure, type CheckResult, ok, warning } from './check-result.ts'

const mebibyte = 1024 * 1024
/** Below the first of them PGlite soon fails; below the second it is time to act. */
const enough = { failure: 64, warning: 1024 }

/** Looks at the embedded store's folder without making or locking it. */
export function checkStore(folder: string): CheckResult[] {
  if (!existsSync(folder)) {
    const message = `There is no embedded store in DATA_DIR ${folder} yet.`
    return [warning('store', message, 'Start the service, which makes one, or set DATA_DIR or DATABASE_URL.')]
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    const advice = 'Give the folder to the user who runs Casegate, or set DATA_DIR to another one.'
    return [failure('store', `DATA_DIR ${folder} is no folder that this user may write.`, advice)]
  }
  const { bavail, bsize } = statfsSync(folder)
  const message = 'What was acknowledged survives a crash of the process, but not of the machine.'
  return [
    judgeSpace(folder, Math.floor((bavail * bsize) / mebibyte)),
    warning('durability', message, 'Set DATABASE_URL to a PostgreSQL server for anything that counts.'),
  ]
}

export function judgeSpace(folder: string, free: number): CheckResult {
  const message = `The disk of DATA_DIR ${folder} has ${free.toLocaleString('en')} MiB left.`
  const advice = 'Make room, or move the folder while no Casegate runs and set DATA_DIR.'
  if (free < enough.failure) return failure('store', message, advice)
  if (free < enough.warning) return warning('store', message, advice)
  return ok('store', message)
}
