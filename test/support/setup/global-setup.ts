import type { TestProject } from 'vitest/node'
import { migrate } from '../../../src/database/schema/migrate.ts'
import demoData from '../../../src/transfer/demo-data.json' with { type: 'json' }
import { importData } from '../../../src/transfer/import/import.ts'
import { createEmbeddedTemplates } from '../database/embedded-templates.ts'
import { createPostgresTemplates } from '../database/postgres-templates.ts'
import type { Fill, Templates } from '../database/templates.ts'

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
