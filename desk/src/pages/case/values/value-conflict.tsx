import { useQuery } from 'urql'
import { graphql } from '../../../gql'
import type { ShownProblem } from '../../../ui/form/problems/problems'
import { typeCategoryKey } from '../../../ui/form/inputs/select-options'
import type { CaseWords } from '../../timeline/case-words'
import type { ValueName } from '../../../ui/words/case-values'
import type { CaseValues } from './use-case-values'

const LastChangesQuery = graphql(`
  query LastChanges($id: ID!, $field: [String!]!) {
    case(id: $id) {
      history(last: 20, filter: { field: $field }) {
        nodes {
          actor {
            firstname
          }
          changes {
            path
          }
        }
      }
    }
  }
`)

interface Conflicting {
  id: string
  values: CaseValues
  words: CaseWords
}

/** What others have changed that the viewer is about to overwrite, by its input: who, the value that it has now, and the viewer's own. */
export function useValueConflicts({ id, values, words }: Conflicting): ShownProblem[] {
  const field = [...values.conflict]
  const [{ data }] = useQuery({
    query: LastChangesQuery,
    variables: { id, field },
    requestPolicy: 'network-only',
    pause: field.length === 0,
  })
  const events = data?.case?.history?.nodes ?? []
  return field.map((name) => {
    const path = name.split('.')
    const { now, own } = valuesOf(path, values)
    const last = events.findLast(({ changes }) => changes.some((change) => change.path.join('.') === name))
    const changed = `${last?.actor?.firstname ?? 'Someone else'} changed it to ${words.valueOf(path, now)}.`
    const entered = own === undefined ? '' : ` You entered: ${words.valueOf(path, own)}.`
    const input = name === 'categoryCode' ? 'typeCode' : name
    return { input, message: `${words.labelOf(path)}: ${changed}${entered}` }
  })
}

function valuesOf([first = '', second = '']: readonly string[], shown: CaseValues) {
  const { current, values, entered, available } = shown
  if (first === 'caseData') {
    return { now: current.fields.find(({ name }) => name === second)?.value, own: entered.caseData?.[second] }
  }
  if (first === 'typeCode' || first === 'categoryCode') {
    const chosen = available.find((each) => typeCategoryKey(each) === entered.typeCategory)
    return { now: current[first], own: first === 'typeCode' ? chosen?.caseTypeCode : chosen?.caseCategoryCode }
  }
  return { now: values[first as ValueName], own: entered[first as ValueName] }
}
