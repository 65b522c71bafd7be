import type { z } from 'zod'
import { placeText, type Problems } from '../../configuration/items/items.rules.ts'
import { issuesOf } from '../../configuration/items/read-items.ts'
import { UsageError } from '../../errors/usage-error.ts'
import {
  type ImportFile,
  schemaOf,
  type SectionItems,
  type SectionName,
  sectionNames,
} from '../format/import-format.ts'
import { maximumProblems } from '../../configuration/configure.errors.ts'

/** Checks the form of an import file. `checkCases` and the plan of the configuration check what its items refer to. */
export function readImportFile(data: unknown, problems: Problems): ImportFile {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
  if (!isObject) problems.add('invalidValue', [], 'The file must be a JSON object.')
  const { keepExisting = null, ...members } = (isObject ? data : {}) as Record<string, unknown>
  if (typeof (keepExisting ?? false) !== 'boolean') {
    problems.add('invalidValue', ['keepExisting'], 'must be true or false')
  }
  for (const name of Object.keys(members)) {
    if (!sectionNames.some((sectionName) => sectionName === name)) {
      problems.add('invalidValue', [name], `unknown section; the sections are ${sectionNames.join(', ')}`)
    }
  }
  const sections = sectionNames.map((name) => [name, readSection(name, members[name], problems)])
  return { ...Object.fromEntries(sections), keepExisting: keepExisting === true } as ImportFile
}

function readSection(name: SectionName, value: unknown, problems: Problems): SectionItems<unknown> {
  const all: readonly unknown[] = Array.isArray(value) ? value : []
  const items = new Map<number, unknown>()
  if (value != null && !Array.isArray(value)) problems.add('invalidValue', [name], 'must be an array')
  for (const [index, item] of all.entries()) {
    const issues = issuesOf(schemaOf(name, item), item)
    for (const { code, path, message } of issues) problems.add(code, [name, index, ...path], message)
    if (issues.length === 0) items.set(index, item)
  }
  return { all, items }
}

/** The first problem of an item, or undefined. */
export function itemProblem(schema: z.ZodType, item: unknown): string | undefined {
  const [issue] = issuesOf(schema, item)
  return issue && `${placeText(issue.path)}: ${issue.message}`
}

/** Throws a UsageError if a file has tokens or secrets: everyone who can read the file can use them. */
export function refusePublicCredentials({ sessions, touchpoints }: ImportFile): void {
  const secrets = Array.from(touchpoints.items.values()).flatMap((touchpoint) => touchpoint.secrets ?? [])
  const found = [
    { place: 'sessions', noun: 'session', count: sessions.all.length },
    { place: 'touchpoints', noun: 'secret', count: secrets.length },
  ].filter(({ count }) => count > 0)
  if (found.length === 0) return
  const counts = found.map(({ noun, count }) => `${count} ${noun}${count === 1 ? '' : 's'}`).join(' and ')
  throw new UsageError(
    `${found.map(({ place }) => place).join(', ')}: The file contains ${counts} that everyone who can read the ` +
      'file can use. Remove them from the file and use "session create" and "touchpoint secret create" instead, or add ' +
      '--with-public-sessions. Nothing was imported.',
  )
}

const maximumReported = 100

/** Thrown for an invalid import file. The message lists the errors with their paths in the file. */
export class ImportError extends UsageError {
  /** The first hundred errors, such as `cases[3].typeCode: is required`. */
  readonly errors: readonly string[]
  /** The number of errors. Counting stops at the maximum number of problems. */
  readonly count: number

  constructor({ found }: Problems) {
    const count = found.length
    const errors = found
      .slice(0, maximumReported)
      .map(({ path, message }) => (path.length === 0 ? message : `${placeText(path)}: ${message}`))
    const atLeast = count < maximumProblems ? '' : 'at least '
    const head = `The file has ${count === 1 ? 'an error' : `${atLeast}${count} errors`}. Nothing was imported.`
    const more = count > errors.length ? [`and ${atLeast}${count - errors.length} more`] : []
    super([head, ...errors, ...more].join('\n  '))
    this.errors = errors
    this.count = count
  }
}
