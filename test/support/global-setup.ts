import type { TestProject } from 'vitest/node'
import type { Database } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrate.ts'
import demoData from '../../src/transfer/demo-data.json' with { type: 'json' }
import { importData } from '../../src/transfer/import.ts'
import { createEmbeddedTemplates } from './embedded-templates.ts'
import { createPostgresTemplates } from './postgres-templates.ts'

/** What test databases are copied from. `empty` is migrated, `demo` also has the demonstration data. */
export type Templates =
  /** `run` is the prefix of the names of this run's databases. */
  | { kind: 'postgresql'; url: string; run: string; empty: string; demo: string }
  /** Both are files with a dump of the data folder. */
  | { kind: 'embedded'; empty: string; demo: string }

export interface Prepared {
  templates: Templates
  teardown(): Promise<void>
}

export interface Fill {
  empty(database: Database): Promise<unknown>
  demo(database: Database): Promise<unknown>
}

declare module 'vitest' {
  interface ProvidedContext {
    templates: Templates
  }
}

const fill: Fill = { empty: migrate, demo: (database) => importData(database, demoData) }

/** Runs once before the files of a project, and returns what runs after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const create = project.name === 'embedded' ? createEmbeddedTemplates : createPostgresTemplates
  const { templates, teardown } = await create(fill)
  project.provide('templates', templates)
  return teardown
}
