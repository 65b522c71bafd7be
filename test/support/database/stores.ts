import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createPostgresDatabase } from './database.ts'
import { temporaryFolder } from '../folders.ts'

/** The settings of a store of the project's kind with the demonstration data. It is removed after the test file. */
export function demoStore(): Promise<Record<string, string>> {
  return createStore('demo')
}

/** The settings of a migrated store of the project's kind without data. It is removed after the test file. */
export function emptyStore(): Promise<Record<string, string>> {
  return createStore('empty')
}

async function createStore(template: 'empty' | 'demo'): Promise<Record<string, string>> {
  const templates = inject('templates')
  if (templates.kind === 'postgresql') return { DATABASE_URL: await createPostgresDatabase(template) }
  // PGlite takes seconds to create the files.
  const DATA_DIR = join(temporaryFolder(), 'data')
  const files = join(DATA_DIR, 'postgresql')
  mkdirSync(files, { recursive: true })
  execFileSync('tar', ['-xf', templates[template], '-C', files], { stdio: 'pipe' })
  return { DATA_DIR }
}
