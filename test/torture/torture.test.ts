import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OwnPostgresServer, startPostgres } from '../../bench/postgres.ts'
import { crash } from '../../torture/crash.ts'
import { lostUpdate } from '../../torture/lost-update.ts'
import { overload } from '../../torture/overload.ts'
import type { CheckResult } from '../../torture/report.ts'
import { stop } from '../../torture/stop.ts'
import { createPostgresStore, type Store } from '../../torture/stores.ts'
import { sharedTmpdir } from '../support/folders.ts'

describe('nothing is lost', () => {
  let folder: string
  let postgres: OwnPostgresServer
  let store: Store

  beforeAll(async () => {
    folder = mkdtempSync(join(sharedTmpdir(), 'casegate-torture-'))
    // The operating system does not crash, so that what was written need not reach the disk.
    postgres = await startPostgres(folder, { fsync: 'off', listen_addresses: '127.0.0.1', unix_socket_directories: '' })
  })
  beforeEach(async () => {
    store = await createPostgresStore(postgres, 2_000)
  })
  afterAll(async () => {
    await postgres.stop('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  })

  const lost = (findings: CheckResult[]) => findings.filter((found) => found.lost > 0)

  test('when the server is killed, and PostgreSQL crashes', async () => {
    const findings = await crash(store, { kills: 2, crashes: 1, clients: 16 }, postgres)
    expect(lost(findings)).toEqual([])
  })

  test.each([1, 2])('when 64 clients change two cases and any others through %i servers', async (servers) => {
    const findings = await lostUpdate(store, { changes: 1_000, clients: 64, servers })
    expect(lost(findings)).toEqual([])
  })

  test('when the server is stopped under load', async () => {
    const findings = await stop(store, { stops: 1, clients: 16 })
    expect(lost(findings)).toEqual([])
  })

  test.runIf(process.platform === 'linux')('when PostgreSQL hangs, and is restarted, under load', async () => {
    const findings = await overload(store, postgres, { clients: 100, pauseMs: 7_000 })
    expect(lost(findings)).toEqual([])
  })
})
