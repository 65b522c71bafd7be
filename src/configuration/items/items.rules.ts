import { typeCategoryKey } from '../../catalogue/catalogue.ts'
import { emailKey } from '../../people/email.ts'
import type { LoginKind } from '../../login-kinds.ts'
import type { Members } from './item-formats.ts'
import { type Section, sections, sectionTable } from './sections.ts'
import type { Problem } from '../../errors/problems.ts'
import { type ConfigureErrorCode, maximumProblems } from '../configure.errors.ts'

/** A place in the input, for example `['statuses', 0, 'name']`. */
export type Path = readonly (string | number)[]

/** A part of the configuration that the input creates or changes. */
export interface Item<S extends Section = Section> {
  readonly section: S
  readonly path: Path
  /** Identifies it within its section. Undefined if it is malformed, so that only what the item refers to is checked. */
  readonly key: string | undefined
  readonly members: Members[S]
}

export type Items = { readonly [S in Section]: readonly Item<S>[] }

export interface References {
  items: Items
  /** The keys that were sent, also of malformed items: a reference to one of them is not another problem. */
  sentKeys: Readonly<Record<Section, ReadonlySet<string>>>
  source: 'file' | 'input'
}

export function isKeyed<Sent extends Item>(item: Sent): item is Sent & { readonly key: string } {
  return item.key !== undefined
}

/** Identifies a person: several persons may share an email address, but not two of one login kind. */
export function personKey(kind: LoginKind, email: string): string {
  return `${kind} ${emailKey(email)}`
}

/** The key of an item that may be malformed. Undefined if it has none. */
export function keyOf(section: Section, item: unknown): string | undefined {
  const values: unknown[] = sectionTable[section].key.map((name) => Object(item)[name])
  const [first, second] = values.filter((value) => typeof value === 'string')
  if (first === undefined || values.length === 1) return first
  if (second === undefined) return undefined
  return section === 'persons'
    ? personKey(first as LoginKind, second)
    : typeCategoryKey({ typeCode: first, categoryCode: second })
}

/** The key that an item, which may be malformed, gets. Undefined if it has no new name or address. */
export function newKeyOf(section: Section, item: unknown): string | undefined {
  const { newName, login, newEmail } = Object(item)
  if (section === 'groups') return keyOf(section, { name: newName })
  return section === 'persons' ? keyOf(section, { login, email: newEmail }) : undefined
}

/** `message` is the rest of a sentence about the place, for example "must not be empty". */
export interface ConfigurationProblem {
  code: ConfigureErrorCode
  path: Path
  message: string
}

export class Problems {
  readonly found: ConfigurationProblem[] = []

  readonly #malformed = new Set<string>()

  /** Adds a problem, unless the value at the path is malformed: it has no other problem. */
  add(code: ConfigureErrorCode, path: Path, message: string): void {
    if (this.found.length === maximumProblems) return
    const place = JSON.stringify(path)
    if (this.#malformed.has(place)) return
    if (code === 'invalidValue') this.#malformed.add(place)
    this.found.push({ code, path, message })
  }
}

/** A place in a form that people read: `types[0].fields[1].name`, `caseData["line down"]`. */
export function placeText(path: Path): string {
  return path.reduce<string>((parent, key) => {
    if (typeof key === 'number') return `${parent}[${key}]`
    if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)) return `${parent}[${JSON.stringify(key)}]`
    return parent === '' ? key : `${parent}.${key}`
  }, '')
}

/** The problems in the order of the input, with whole sentences. */
export function reported({ found }: Problems): Problem<ConfigureErrorCode>[] {
  const order = ({ path: [section, index = 0] }: ConfigurationProblem) =>
    sections.indexOf(section as Section) * 1_000_000 + Number(index)
  return found
    .toSorted((a, b) => order(a) - order(b))
    .map(({ code, path, message }) => ({ code, message: sentence(path, message), path: path.map(String) }))
}

/** The last member of the path is the subject: "name must not be empty." */
function sentence(path: Path, message: string): string {
  const member = path.findLastIndex((key) => typeof key === 'string')
  const place = placeText(path.slice(member))
  return /^(must|is|cannot|contradicts) /.test(message) ? `${place} ${message}.` : `${place}: ${message}.`
}
