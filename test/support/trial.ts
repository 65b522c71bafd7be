import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type OwnPostgresServer, startPostgres } from '../../bench/servers/postgres.ts'
import type { CheckResult } from '../../torture/check-result.ts'
import { createPostgresStore, type Store } from '../../torture/stores.ts'
import { sharedTmpdir } from './folders.ts'

/** The operating system does not crash, so fsync is not needed. */
export const trialSettings = { fsync: 'off', listen_addresses: '127.0.0.1', unix_socket_directories: '' }

/** What the trials of a file use: a server of their own, because they crash it, and a new store for each. */
export interface Trial {
  folder: string
  postgres: OwnPostgresServer
  store: Store
}

export function useTrial(): Trial {
  const trial = {} as Trial
  beforeAll(async () => {
    trial.folder = mkdtempSync(join(sharedTmpdir(), 'casegate-torture-'))
    trial.postgres = await startPostgres(trial.folder, trialSettings)
  })
  beforeEach(async () => {
    trial.store = await createPostgresStore(trial.postgres, 2_000)
  })
  afterAll(async () => {
    await trial.postgres.stop('SIGINT')
    rmSync(trial.folder, { recursive: true, force: true })
  })
  return trial
}

/** The claims that do not hold. */
export function violated(results: readonly CheckResult[]): CheckResult[] {
  return results.filter(({ violations }) => violations > 0)
}
