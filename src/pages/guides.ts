import { readFile } from 'node:fs/promises'
import type { Page } from './html-page.ts'

/** The guides that the service serves as text, by title. They are in the folder docs. */
export const guides = {
  'REST API': 'rest.md',
  'REST API: errors and retries': 'rest-errors.md',
  'GraphQL API': 'graphql.md',
  Errors: 'errors.md',
  Concepts: 'concepts.md',
  'Front ends': 'front-end.md',
  'Import files': 'import-files.md',
  'Import format': 'import-format.md',
  Settings: 'settings.md',
  Operations: 'operations.md',
  'Backups and retention': 'backups.md',
  'Several processes': 'several-processes.md',
  'Replicas and fail-over': 'replicas.md',
  Limits: 'limits.md',
  Monitoring: 'monitoring.md',
  Troubleshooting: 'troubleshooting.md',
}

/** A guide as plain text, which every browser shows. Some only save text/markdown. */
export async function guide(file: string): Promise<Page> {
  const body = await readFile(new URL(`../../docs/${file}`, import.meta.url), 'utf8')
  return { body, headers: { 'content-type': 'text/plain; charset=utf-8' } }
}
