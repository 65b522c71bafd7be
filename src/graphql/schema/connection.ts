import { parseCursorConnectionArgs } from '@pothos/core'
import { maximumPageSize, type Page } from '../../database/statements/page.ts'
import { invalidInput, type RequestError } from '../../errors/request-error.ts'

export const defaultPageSize = 20

/** The limits of one condition of a filter. */
const maximumTextLength = 1_000
const maximumValues = 100

interface PageArguments {
  first?: number | null | undefined
  last?: number | null | undefined
  after?: string | null | undefined
  before?: string | null | undefined
  filter?: object | null | undefined
  search?: string | null | undefined
}

/** Whether a key from a cursor can be that of an item. */
export type IsKey = (key: readonly number[]) => boolean

/** The sort key of a list, which consists of integers, and the loaders of its pages and its length. */
export interface Keyset<Item> {
  isKey: IsKey
  keyOf(item: Item): number[]
  load(page: Page): Promise<Item[]>
  count(): Promise<number>
}

/** An item with its cursor, which is computed only if it is selected. */
class Edge<Item> {
  readonly node: Item
  readonly #keyset: Keyset<Item>

  constructor(node: Item, keyset: Keyset<Item>) {
    this.node = node
    this.#keyset = keyset
  }

  get cursor(): string {
    return encodeCursor(this.#keyset.keyOf(this.node))
  }
}

/** A Relay connection, whose page information is computed only if it is selected. */
class Connection<Item> {
  readonly edges: Edge<Item>[]
  readonly totalCount: () => Promise<number>
  readonly #page: PageRequest['page']
  readonly #read: number

  constructor(read: Item[], page: PageRequest['page'], keyset: Keyset<Item>) {
    const items = read.slice(0, page.expectedSize)
    if (page.inverted) items.reverse()
    this.edges = items.map((node) => new Edge(node, keyset))
    this.totalCount = keyset.count
    this.#page = page
    this.#read = read.length
  }

  get pageInfo() {
    return {
      startCursor: this.edges[0]?.cursor ?? null,
      endCursor: this.edges.at(-1)?.cursor ?? null,
      hasPreviousPage: this.#page.hasPreviousPage(this.#read),
      hasNextPage: this.#page.hasNextPage(this.#read),
    }
  }
}

/** Returns a Relay connection over a keyset. Throws BAD_USER_INPUT for invalid page arguments. */
export async function resolveConnection<Item>(args: PageArguments, keyset: Keyset<Item>) {
  const { page, range } = pageOf(args, keyset.isKey)
  return new Connection(await keyset.load(range), page, keyset)
}

/** What the arguments ask for: which items to load, and what follows from their number. */
interface PageRequest {
  page: ReturnType<typeof parseCursorConnectionArgs>
  range: Page
}

/** The executor shares arguments between the objects of a list. */
const requests = new WeakMap<PageArguments, PageRequest>()

function pageOf(args: PageArguments, isKey: IsKey): PageRequest {
  const known = requests.get(args)
  if (known) return known
  const keys = checkPageArguments(args, isKey)
  const { first = null, last = null, after = null, before = null } = args
  const sent = { first, last, after, before }
  const page = parseCursorConnectionArgs({ args: sent, defaultSize: defaultPageSize, maxSize: maximumPageSize })
  const { limit, inverted } = page
  const request = { page, range: { ...keys, limit, inverted } }
  requests.set(args, request)
  return request
}

/**
 * Returns the keys of the cursors. Throws BAD_USER_INPUT for a size that is not allowed, for a cursor that is not from this list,
 * and for conditions that are too long.
 */
export function checkPageArguments({ first, last, after, before, filter, search }: PageArguments, isKey: IsKey) {
  if (first != null && last != null) throw invalidArgument('last', 'Send either first or last, not both.')
  for (const [name, size] of Object.entries({ first, last })) {
    if (size != null && (size < 0 || size > maximumPageSize)) {
      throw invalidArgument(name, `${name} must be from 0 to ${maximumPageSize}.`)
    }
  }
  const keys = { after: decodeCursor('after', after, isKey), before: decodeCursor('before', before, isKey) }
  for (const [name, condition] of Object.entries({ filter, search })) checkCondition([name], condition)
  return keys
}

/** Throws BAD_USER_INPUT. PostgreSQL would spend seconds on a search for thousands of words, for any number of rows. */
export function checkCondition(path: readonly string[], condition: unknown): void {
  const name = path.at(-1) ?? ''
  if (typeof condition === 'string' && condition.length > maximumTextLength) {
    throw invalidInput([{ message: `${name} must have at most ${maximumTextLength} characters.`, path: [...path] }])
  }
  if (Array.isArray(condition)) {
    if (condition.length > maximumValues) {
      throw invalidInput([{ message: `${name} must have at most ${maximumValues} values.`, path: [...path] }])
    }
    for (const value of condition) checkCondition(path, value)
  } else if (typeof condition === 'object' && condition !== null) {
    for (const [member, value] of Object.entries(condition)) checkCondition([...path, member], value)
  }
}

function encodeCursor(key: readonly number[]): string {
  return Buffer.from(key.join('.')).toString('base64url')
}

function decodeCursor(name: string, cursor: string | null | undefined, isKey: IsKey): number[] | undefined {
  if (cursor == null) return undefined
  const key = Buffer.from(cursor, 'base64url').toString().split('.').map(Number)
  if (!isKey(key) || encodeCursor(key) !== cursor) {
    throw invalidArgument(name, `${name} must be a cursor returned by this list.`)
  }
  return key
}

function invalidArgument(name: string, message: string): RequestError {
  return invalidInput([{ message, path: [name] }])
}

/** Whether a key consists of so many numbers, each at most as large as PostgreSQL's int. */
export function isKeyOfIntegers(length: number): IsKey {
  return (key) => key.length === length && key.every((part) => Number.isInteger(part) && part >= 0 && part < 2 ** 31)
}

/** The cursors of a list contain the ID of an item. */
export const idKeys = {
  isKey: ([id = 0, ...others]: readonly number[]) => others.length === 0 && Number.isSafeInteger(id) && id > 0,
  keyOf: ({ id }: { id: number }) => [id],
}

/** The types `<name>Connection` and `<name>Edge` of a list: their options for Pothos. */
export function connectionTypes(name: string, item: string, items: string) {
  const edgesField = { description: `The ${items} on this page with their cursors.` }
  return [
    { name: `${name}Connection`, description: `A page of ${items}.`, edgesField },
    { name: `${name}Edge`, description: `${item} and its cursor.` },
  ] as const
}
