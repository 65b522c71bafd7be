import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { listSessions } from '../../src/auth/sessions/sessions.ts'
import { openEmbedded } from '../../src/database/embedded.ts'
import { temporaryFolder } from '../support/folders.ts'
import { runInProcess } from '../support/server/in-process.ts'

// Creating an embedded store takes a while.
vi.setConfig({ testTimeout: 90_000 })

const demoFile = join(import.meta.dirname, '../../src/transfer/demo-data.json')

describe('on the embedded store, commands', () => {
  const DATA_DIR = join(temporaryFolder(), 'data')

  test(
    'create and migrate the store, and are rejected while another process uses it',
    { tags: ['nightly'] },
    async () => {
      expect(await runInProcess(['import', demoFile], { DATA_DIR })).toMatchObject({ code: 0, stderr: '' })
      const database = await openEmbedded(DATA_DIR)
      expect(await listSessions(database)).not.toEqual([])
      const { code, stdout, stderr } = await runInProcess(['session', 'list'], { DATA_DIR })
      await database.close()
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^DATA_DIR .* is in use by another Casegate process\..*\n$/)
    },
  )
})
