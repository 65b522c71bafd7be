import type { z } from 'zod'
import { placeText } from '../../configuration/items/problems.rules.ts'
import { issuesOf } from '../../configuration/items/read-items.ts'
import type { ImportErrors } from './import-errors.ts'
import { type ImportFile, schemaOf, type Section, type SectionName, sectionNames } from '../format/import-format.ts'

/** Checks the form of an import file. `checkReferences` checks the references of its items. */
export function readImportFile(data: unknown, errors: ImportErrors): ImportFile {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
  if (!isObject) errors.add('', 'The file must be a JSON object.')
  const members = new Map<string, unknown>(isObject ? Object.entries(data) : [])
  const keepExisting = members.get('keepExisting') ?? false
  if (typeof keepExisting !== 'boolean') errors.add('keepExisting', 'must be true or false')
  members.delete('keepExisting')
  for (const name of members.keys()) {
    if (!sectionNames.some((sectionName) => sectionName === name)) {
      errors.add(placeText([name]), `unknown section; the sections are ${sectionNames.join(', ')}`)
    }
  }
  const sections = sectionNames.map((name) => [name, readSection(name, members.get(name), errors)])
  return { ...Object.fromEntries(sections), keepExisting } as ImportFile
}

function readSection(name: SectionName, value: unknown, errors: ImportErrors): Section<unknown> {
  const all: readonly unknown[] = Array.isArray(value) ? value : []
  const items = new Map<number, unknown>()
  if (value != null && !Array.isArray(value)) errors.add(name, 'must be an array')
  for (const [index, item] of all.entries()) {
    const issues = issuesOf(schemaOf(name, item), item)
    for (const { path, message } of issues) errors.add(placeText([name, index, ...path]), message)
    if (issues.length === 0) items.set(index, item)
  }
  return { all, items }
}

/** The first problem of an item, or undefined. */
export function itemProblem(schema: z.ZodType, item: unknown): string | undefined {
  const [issue] = issuesOf(schema, item)
  return issue && `${placeText(issue.path)}: ${issue.message}`
}
