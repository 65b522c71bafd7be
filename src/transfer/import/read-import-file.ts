import type { z } from 'zod'
import { appendPath, type ImportErrors } from './import-errors.ts'
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
      errors.add(appendPath('', [name]), `unknown section; the sections are ${sectionNames.join(', ')}`)
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
    const { error } = schemaOf(name, item).safeParse(item, { error: describeIssue })
    if (error) for (const issue of error.issues) addIssue(errors, appendPath(name, [index]), issue)
    else items.set(index, item)
  }
  return { all, items }
}

/** The first problem of an item, or undefined. */
export function itemProblem(schema: z.ZodType, item: unknown): string | undefined {
  const [issue] = schema.safeParse(item, { error: describeIssue }).error?.issues ?? []
  return issue && `${appendPath('', issue.path)}: ${issue.message}`
}

function addIssue(errors: ImportErrors, itemPath: string, issue: z.core.$ZodIssue): void {
  const path = appendPath(itemPath, issue.path)
  if (issue.code !== 'unrecognized_keys') return errors.add(path, issue.message)
  for (const member of issue.keys) errors.add(appendPath(path, [member]), 'unknown member')
}

/** The message of an issue for which the schema defines none. Undefined selects Zod's message. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_value') return `must be ${issue.values.join(', ').replace(/, (?=[^,]*$)/, ' or ')}`
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'is required' : mustBe(issue.expected)
  if (issue.code === 'too_big' || issue.code === 'too_small') return mustBe(issue.origin)
  return undefined
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer within ±9007199254740991',
  int32: 'an integer up to 2147483647',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

function mustBe(type: string): string {
  return `must be ${typeNames[type] ?? type}`
}
