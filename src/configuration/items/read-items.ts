import type { z } from 'zod'
import { itemSchemas, nullable } from './item-formats.ts'
import { type Item, type Items, keyOf, newKeyOf, type Path, type Problems, type References } from './items.rules.ts'
import { forEachSection, type Section, sectionTable } from './sections.ts'

/** The parts of the configuration that an input has, as they were sent. */
export type SentItems = { readonly [S in Section]?: readonly unknown[] | null | undefined }

/** Reads the items of an input. Adds a problem for each malformed value. */
export function readItems(sent: SentItems, problems: Problems): Pick<References, 'items' | 'sentKeys'> {
  const items = forEachSection((section) =>
    (sent[section] ?? []).map((members, index): Item => {
      const path = [section, index]
      const issues = issuesOf(itemSchemas[section], members)
      for (const issue of issues) problems.add(issue.code, [...path, ...issue.path], issue.message)
      const keyMembers: readonly unknown[] = sectionTable[section].key
      const isKeyed = !issues.some(({ path: [name] }) => keyMembers.includes(name))
      return { section, path, key: isKeyed ? keyOf(section, members) : undefined, members: members as Item['members'] }
    }),
  ) as Items
  const sentKeys = forEachSection((section) => {
    const keys = (sent[section] ?? []).flatMap((item) => [keyOf(section, item), newKeyOf(section, item)])
    return new Set(keys.filter((key) => key !== undefined))
  })
  return { items, sentKeys }
}

/** The input without what means the same as absent, so that equal requests with an idempotency key are compared as equal. */
export function withoutAbsent(sent: SentItems): SentItems {
  const present = Object.entries(sent).filter(([, items]) => items && items.length > 0)
  const text = JSON.stringify(Object.fromEntries(present))
  return JSON.parse(text, (name, value: unknown) =>
    value === null && !nullable.has(name) ? undefined : value,
  ) as SentItems
}

interface Issue {
  code: 'invalidValue' | 'duplicate'
  path: Path
  message: string
}

/** What is wrong with a value, one for each member. */
export function issuesOf(schema: z.ZodType, value: unknown): Issue[] {
  const issues = schema.safeParse(value, { error: describeIssue }).error?.issues ?? []
  return issues.flatMap((issue) => {
    const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))
    const code = issue.code === 'custom' && issue.params?.['isDuplicate'] === true ? 'duplicate' : 'invalidValue'
    if (issue.code !== 'unrecognized_keys') return [{ code, path, message: issue.message }]
    return issue.keys.map((member) => ({ code, path: [...path, member], message: 'unknown member' }))
  })
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
