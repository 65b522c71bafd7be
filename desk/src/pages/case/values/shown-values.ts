import { caseDataFrom, enteredFrom } from '../../../ui/form/inputs/case-data-inputs'
import { TypeCategory, typeCategoryKey } from '../../../ui/form/inputs/select-options'
import { unmask } from '../../../gql'
import type { PatchCaseInput } from '../../../gql/graphql'
import { CaseValues } from '../../../cases/change/case-values'
import type { ShownCase } from '../../../cases/change/open-case'
import type { EnteredValues } from './use-entered-values'

/** What is sent for what was entered. */
export interface ValuesInput extends Omit<PatchCaseInput, 'caseInstanceId' | 'caseData'> {
  caseData?: Readonly<Record<string, unknown>> | undefined
}

type ShownValues = ReturnType<typeof shownValues>

/** What the form shows for a case and what is entered for it: another type has other fields. */
export function shownValues(current: ShownCase, entered: EnteredValues) {
  const available = unmask(TypeCategory, current.availableTypeCategories)
  const currentKey = JSON.stringify([current.typeCode, current.categoryCode])
  const find = (key: string | undefined) => available.find((each) => typeCategoryKey(each) === key)
  const chosen = find(entered.typeCategory)
  const isOtherType = chosen !== undefined && chosen.caseTypeCode !== current.typeCode
  const fields = isOtherType ? chosen.fields : current.fields

  /** With another type, all of its fields are sent. */
  function inputOf({ typeCategory, caseData, ...values }: EnteredValues): ValuesInput {
    const type = find(typeCategory)
    const sent = isOtherType ? fields : fields.filter(({ name }) => caseData && name in caseData)
    const data = isOtherType ? { ...enteredFrom(current.fields), ...caseData } : (caseData ?? {})
    return {
      ...(values as ValuesInput),
      ...(type && { typeCode: type.caseTypeCode, categoryCode: type.caseCategoryCode }),
      ...(sent.length > 0 && { caseData: caseDataFrom(sent, data) }),
    }
  }
  return {
    current,
    values: unmask(CaseValues, current),
    available,
    currentKey,
    chosen: chosen ?? find(currentKey),
    fields,
    isOtherType,
    data: { ...enteredFrom(current.fields), ...entered.caseData },
    inputOf,
  }
}

/** What restores the values of the case before a change. `since`: what was saved after the case was loaded, oldest first. */
export function formerInput(
  { current, values }: ShownValues,
  { typeCategory, caseData = {}, ...others }: EnteredValues,
  since: readonly ValuesInput[],
): ValuesInput {
  const before = current.fields.filter(({ name }) => typeCategory !== undefined || name in caseData)
  const shown: ValuesInput = {
    ...Object.fromEntries(Object.keys(others).map((name) => [name, values[name as keyof typeof values]])),
    ...(typeCategory !== undefined && { typeCode: current.typeCode, categoryCode: current.categoryCode }),
    ...(before.length > 0 && { caseData: Object.fromEntries(before.map(({ name, value }) => [name, value])) }),
  }
  return since.reduce((former, input) => {
    const data = former.caseData && { caseData: replaced(former.caseData, input.caseData ?? {}) }
    return { ...replaced(former, input), ...data }
  }, shown)
}

/** What the form shows for values that are sent. The type is shown when the case is loaded again. */
export function enteredOf({ caseData, ...values }: ValuesInput): EnteredValues {
  const data = Object.entries(caseData ?? {}).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? value : String(value ?? ''),
  ])
  const isShown = ([name]: [string, unknown]) => name !== 'typeCode' && name !== 'categoryCode'
  const texts = Object.entries(values)
    .filter(isShown)
    .map(([name, value]) => [name, String(value ?? '')])
  return { ...Object.fromEntries(texts), ...(caseData && { caseData: Object.fromEntries(data) }) }
}

/** The same members, with the values of another object where it has them. */
function replaced<Values extends object>(values: Values, by: object): Values {
  const known = Object.entries(by).filter(([name]) => Object.hasOwn(values, name))
  return { ...values, ...Object.fromEntries(known) }
}
