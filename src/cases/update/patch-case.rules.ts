import type { Viewer } from '../../viewer/viewer.ts'
import { offeredTo } from '../../catalogue/available.rules.ts'
import type { Catalogue, FieldDefinition } from '../../catalogue/catalogue.ts'
import { maximumProblems } from '../../errors/problems.ts'
import type { CaseData } from '../case.entity.ts'
import type { CaseRow } from '../case-facts.ts'
import { type CaseInput, eachCaseValue } from '../values/case-values.ts'

/**
 * The complete input of an update that has the same effect as a JSON Merge Patch (RFC 7396) of the values of a case: absent
 * members stay. `patch`: with what null sets.
 */
export function mergePatch(
  { viewer, case: current }: { viewer: Viewer; case: CaseRow },
  patch: CaseInput,
  catalogue: Catalogue,
): CaseInput {
  const { categoryCode = current.categoryCode, typeCode = current.typeCode } = patch
  const fields = catalogue.types.get(typeCode ?? '')?.fields ?? []
  const defined = namesOf(fields)
  const offered = namesOf(offeredTo(viewer.login, fields))
  const kept = entriesOf(current.caseData, typeCode === current.typeCode ? defined : offered)
  const caseData = mergeData(kept, patch.caseData, defined, offered)
  return { ...patch, categoryCode, typeCode, caseData }
}

/** The patch with what null sets: the default of a value. */
export function withCleared(patch: CaseInput): CaseInput {
  const values = eachCaseValue<CaseInput>((name, { required, default: byDefault }) =>
    patch[name] === null && !required ? (byDefault ?? cleared) : patch[name],
  )
  return { ...patch, ...values }
}

/** The patch without its case data if this changes no field: both are the same request. */
export function withoutEmptyData({ caseData, ...patch }: CaseInput): CaseInput {
  return caseData === undefined || isEmptyObject(caseData) ? patch : { ...patch, caseData }
}

/** No status and no resolution has this name. It is no value of other texts, which are then null. */
const cleared = ''

const entriesOf = (data: CaseData, names: readonly string[]) =>
  Object.entries(data).filter(([name]) => names.includes(name))

const namesOf = (fields: readonly FieldDefinition[]) => fields.map(({ name }) => name)

/**
 * The complete data, with null for fields that have no value and are offered to the caller. Stored fields that the type does not
 * define are dropped. Undefined if the patch changes no field.
 */
function mergeData(
  kept: [string, unknown][],
  patch: unknown,
  defined: readonly string[],
  offered: readonly string[],
): unknown {
  const empty = offered.map((name): [string, unknown] => [name, null])
  if (patch === null) return Object.fromEntries(empty)
  if (typeof patch !== 'object' || Array.isArray(patch)) return patch
  if (isEmptyObject(patch)) return undefined
  // More unknown members would not be reported.
  let unknown = 0
  const set = Object.entries(patch).filter(
    ([name, value]) => defined.includes(name) || (value !== null && unknown++ < maximumProblems),
  )
  return Object.fromEntries([...empty, ...kept, ...set])
}

function isEmptyObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.keys(value).length === 0
}
