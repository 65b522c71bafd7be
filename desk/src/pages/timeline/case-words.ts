import { useQuery } from 'urql'
import { FieldDefinition } from '../../ui/form/inputs/case-data-inputs'
import { graphql, unmask } from '../../gql'
import { latestPeople } from './entries'
import type { ShownCase } from '../../cases/change/open-case'
import { dayText, timeText } from '../../ui/display/instant'
import type { SlaGoalKind } from '../../gql/graphql'
import { goalKindNames } from '../../ui/words/names'
import { labelOfValue, nameInValue } from '../../ui/words/case-values'
import { TaggedCase } from '../../cases/labels/tags'
import { TypeCategory } from '../../ui/form/inputs/select-options'
import { useViewer } from '../../session/viewer'

/** The labels of what is not among the values of `words/case-values.ts`. */
const pathLabels: Record<string, string> = {
  typeCode: 'Type',
  categoryCode: 'Category',
  assignee: 'Operator',
  group: 'Group',
  comments: 'Text',
  tags: 'Tags',
}

/** The words for the names and codes of the API. */
export type CaseWords = ReturnType<typeof useCaseWords>

/** Whom cases can be assigned to, for the names of people who have not written here. */
const OperatorNamesQuery = graphql(`
  query OperatorNames($id: ID!) {
    case(id: $id) {
      assignableOperators(first: 50) {
        nodes {
          firstname
          email
        }
      }
    }
  }
`)

/** The first names of the people of a case, by their addresses. */
function useNames(of: ShownCase): ReadonlyMap<string, string> {
  const { people, assigned } = latestPeople(of)
  const names = namesOf([useViewer(), ...people, of.party, of.assignee])
  const isComplete = assigned.every((email) => names.has(email))
  const [{ data }] = useQuery({ query: OperatorNamesQuery, variables: { id: of.id }, pause: isComplete })
  return new Map([...namesOf(data?.case?.assignableOperators?.nodes ?? []), ...names])
}

function namesOf(people: readonly ({ firstname: string; email: string | null } | null)[]): Map<string, string> {
  return new Map(people.flatMap((each) => (each?.email ? [[each.email, each.firstname]] : [])))
}

/** The words for what the history of a case contains: also for types that the case had before. */
export function useCaseWords(of: ShownCase) {
  const { typeCategories } = useViewer()
  const people = useNames(of)
  const { typeCode, caseType, categoryCode, category, fields, availableTypeCategories } = of
  const known = [...unmask(TypeCategory, typeCategories), ...unmask(TypeCategory, availableTypeCategories)]
  const labels = new Map(unmask(TaggedCase, of).tags.map(({ code, label }) => [code, label]))
  const typeNames = new Map(known.map(({ caseTypeCode, caseTypeName }) => [caseTypeCode, caseTypeName]))
  const categoryNames = new Map(
    known.map(({ caseCategoryCode, caseCategoryName }) => [caseCategoryCode, caseCategoryName]),
  )
  typeNames.set(typeCode, caseType.name)
  categoryNames.set(categoryCode, category.name)
  const names: Record<string, Map<string, string>> = { typeCode: typeNames, categoryCode: categoryNames }
  // The fields of the case come last: another type may have a field with the same name.
  const all = [...known.flatMap((each) => unmask(FieldDefinition, each.fields)), ...unmask(FieldDefinition, fields)]
  const byName = new Map(all.map((field) => [field.name, field]))
  return {
    /** The label of a value that changed. */
    labelOf: ([first = '', second = '']: readonly string[]): string =>
      (first === 'deadlines' ? goalKindNames[second as SlaGoalKind] : pathLabels[first]) ??
      labelOfValue(first) ??
      byName.get(second)?.label ??
      second,
    /** The value as text. */
    valueOf([first = '', second = '']: readonly string[], value: unknown): string {
      if (typeof value === 'boolean') return value ? 'yes' : 'no'
      if (Array.isArray(value))
        return value.length === 0 ? 'none' : value.map((code) => labels.get(String(code)) ?? String(code)).join(', ')
      if (value === null || value === undefined) return 'none'
      if (first === 'deadlines') return timeText(String(value))
      if (first === 'assignee') return people.get(String(value)) ?? String(value)
      const field = first === 'caseData' ? byName.get(second) : undefined
      if (field?.kind === 'DATE') return dayText(String(value))
      const choice = field?.choices.find((each) => each.value === value)
      if (choice) return choice.label
      return names[first]?.get(String(value)) ?? nameInValue(first, String(value)) ?? String(value)
    },
  }
}
