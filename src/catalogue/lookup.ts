import { RequestError } from '../errors.ts'
import type { RequestContext } from '../context.ts'
import type { CaseType, Catalogue, Touchpoint, TypeCategory } from './catalogue.ts'

export interface CaseTypeCategory {
  caseTypeCode: string
  caseTypeName: string
  caseCategoryCode: string
  caseCategoryName: string
  defaultAnswer: string | null
  fields: CaseType['fields']
}

export interface LookupFilter {
  appVisibleOnly: boolean
  caseTypeCode?: string | null | undefined
  caseCategoryCode?: string | null | undefined
}

/**
 * The active pairs that the calling touchpoint is granted, in their order. Login: consumer or party. The same list
 * object comes again as long as the catalogue is the same.
 */
export async function caseTypeCategories(
  context: RequestContext,
  filter: LookupFilter,
): Promise<readonly CaseTypeCategory[]> {
  const viewer = await context.viewers.authenticate(context)
  if (viewer.login === 'OPERATOR') {
    throw new RequestError('FORBIDDEN', 'The lookup is for consumers and parties, not for operators.')
  }
  const catalogue = await context.catalogue.at(viewer.revision)
  const touchpoint = catalogue.touchpoints.get(viewer.touchpoint_code)
  return touchpoint ? select(visiblePairs(catalogue, touchpoint), filter) : nothing
}

const nothing: readonly CaseTypeCategory[] = []

/** What a touchpoint may see, and the lists that were selected from it. */
interface VisiblePairs {
  pairs: VisiblePair[]
  /** Lists with something in them only: there are no more of those than pairs, whatever callers ask for. */
  selections: Map<string, readonly CaseTypeCategory[]>
}

interface VisiblePair {
  appVisible: boolean
  record: CaseTypeCategory
}

function select({ pairs, selections }: VisiblePairs, filter: LookupFilter): readonly CaseTypeCategory[] {
  const key = JSON.stringify([filter.appVisibleOnly, filter.caseTypeCode ?? null, filter.caseCategoryCode ?? null])
  const ready = selections.get(key)
  if (ready) return ready
  const selected = pairs.filter((pair) => matches(pair, filter)).map(({ record }) => record)
  if (selected.length === 0) return nothing
  selections.set(key, selected)
  return selected
}

function matches({ appVisible, record }: VisiblePair, filter: LookupFilter): boolean {
  return (
    (appVisible || !filter.appVisibleOnly) &&
    record.caseTypeCode === (filter.caseTypeCode ?? record.caseTypeCode) &&
    record.caseCategoryCode === (filter.caseCategoryCode ?? record.caseCategoryCode)
  )
}

/** Goes with the catalogue that it was made from. */
const visibleByTouchpoint = new WeakMap<Touchpoint, VisiblePairs>()

function visiblePairs(catalogue: Catalogue, touchpoint: Touchpoint): VisiblePairs {
  let visible = visibleByTouchpoint.get(touchpoint)
  if (!visible) {
    const granted = touchpoint.allTypeCategories ? catalogue.pairs.values() : touchpoint.grants.keys()
    const pairs = [...granted].filter(isListed).map(asVisiblePair).sort(byNames)
    visible = { pairs, selections: new Map() }
    visibleByTouchpoint.set(touchpoint, visible)
  }
  return visible
}

function isListed({ active, type, category }: TypeCategory): boolean {
  return active && type.active && category.active && !category.system
}

function asVisiblePair({ type, category, appVisible, defaultAnswer }: TypeCategory): VisiblePair {
  const record = {
    caseTypeCode: type.code,
    caseTypeName: type.name,
    caseCategoryCode: category.code,
    caseCategoryName: category.name,
    defaultAnswer,
    fields: type.fields,
  }
  return { appVisible, record }
}

const sortKeys = ['caseCategoryName', 'caseTypeName', 'caseCategoryCode', 'caseTypeCode'] as const

function byNames({ record: a }: VisiblePair, { record: b }: VisiblePair): number {
  for (const key of sortKeys) {
    const order = byCodePoint(a[key], b[key])
    if (order !== 0) return order
  }
  return 0
}

/** UTF-8 keeps the order of code points; JavaScript's own comparison is by UTF-16 code unit. */
function byCodePoint(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))
}
