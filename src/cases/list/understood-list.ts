import type { AuthenticatedContext, RequestContext } from '../../context.ts'
import type { Page } from '../../database/statements/page.ts'
import type { CaseFilter } from './case-filter.ts'
import { countCases, listCases, listIds } from './case-list.ts'
import type { IdsOfPart, ListedCase } from './case-list-statements.ts'
import { correctedSearch } from './case-match.ts'
import { type CaseListQuery, caseListQuery, type CaseOrder, withOtherLetters } from './list-query.ts'
import type { ListAccess } from './list-scope.ts'

const firstOnly: Page = { after: undefined, before: undefined, limit: 1, inverted: false }

/** A list of cases. If nothing is found, its search is understood with another letter in words that may be misspelt. */
export class UnderstoodList {
  /** The search as it was understood, if that is not what was typed. Known once a page or the number has been loaded. */
  corrected: string | null = null
  readonly #context: RequestContext
  readonly #access: ListAccess
  readonly #typed: CaseListQuery
  #understood: CaseListQuery
  #isTried = false

  /** Throws BAD_USER_INPUT if the filter and the order do not fit. */
  constructor(context: RequestContext, access: ListAccess, filter: CaseFilter, order: CaseOrder) {
    this.#context = context
    this.#access = access
    this.#typed = caseListQuery(filter, order)
    this.#understood = this.#typed
  }

  async load(page: Page): Promise<ListedCase[]> {
    const found = await this.#read(page)
    return found.length === 0 && (await this.#isCorrected(page)) ? this.#read(page) : found
  }

  async count(): Promise<number> {
    const count = () => countCases(this.#context, this.#access, this.#understood)
    return (await count()) || ((await this.#isCorrected(firstOnly)) ? count() : 0)
  }

  /** The IDs of all cases, as `listIds` returns them. */
  async ids(limit: number): Promise<IdsOfPart[]> {
    const read = () => listIds(this.#context, this.#access, this.#understood, limit)
    const found = await read()
    return found.length === 0 && (await this.#isCorrected(firstOnly)) ? read() : found
  }

  #read(page: Page): Promise<ListedCase[]> {
    return listCases(this.#context, this.#access, this.#understood, page)
  }

  /** Whether the search is understood otherwise from now on. Called if a page is empty. */
  async #isCorrected({ after, before }: Page): Promise<boolean> {
    if (this.#understood !== this.#typed) return false
    const isWithin = after !== undefined || before !== undefined
    if (isWithin && (await this.#read(firstOnly)).length > 0) return false
    const other = this.#isTried ? null : await withOtherLetters(this.#access.server, this.#typed)
    this.#isTried = true
    if (!other) return false
    this.#understood = other
    const [found] = await this.#read(firstOnly)
    if (found) this.corrected = await correctedSearch(this.#context as AuthenticatedContext, this.#typed, found)
    return found !== undefined
  }
}
