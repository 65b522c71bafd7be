import { entities } from '../../../src/entities.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { embeddedDatabase } from '../../../src/database/embedded/embedded.ts'
import { fastTmpdir } from '../folders.ts'
import type { Fill, Prepared } from './templates.ts'

/** Creates the templates as files that PGlite can load. */
export async function createEmbeddedTemplates(fill: Fill): Promise<Prepared> {
  const folder = mkdtempSync(join(fastTmpdir(), 'casegate-embedded-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Also if the setup fails.
  process.once('exit', remove)
  const templates = { kind: 'embedded' as const, empty: join(folder, 'empty.tar'), demo: join(folder, 'demo.tar') }
  const pglite = await PGlite.create()
  const database = await embeddedDatabase(pglite, entities)
  for (const name of ['empty', 'demo'] as const) {
    await fill[name](database)
    const dump = await pglite.dumpDataDir('none')
    await writeFile(templates[name], Buffer.from(await dump.arrayBuffer()))
  }
  await database.close()
  return { templates, teardown: async () => remove() }
}
