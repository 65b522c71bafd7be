import { useQuery } from 'urql'
import { graphql } from '../gql'
import { typeCategoryKey } from '../form/select-options'
import type { CaseWords } from '../timeline/case-words'
import type { ValueName } from '../words/case-values'
import type { CaseValues } from './use-case-values'

const LastChangeQuery = graphql(`
  query LastChange($id: ID!, $field: [String!]!) {
    case(id: $id) {
      history(last: 1, filter: { field: $field }) {
        nodes {
          actor {
            firstname
          }
        }
      }
    }
  }
`)

interface Properties {
  id: string
  values: CaseValues
  words: CaseWords
}

/** What others have changed that the viewer is about to overwrite: who, the value that it has now, and the viewer's own. */
export function ValueConflict({ id, values, words }: Properties) {
  return (
    <ul className="bullets conflict">
      {values.conflict.map((name) => (
        <ChangedValue key={name} id={id} name={name} values={values} words={words} />
      ))}
    </ul>
  )
}

function ChangedValue({ id, name, values, words }: Properties & { name: string }) {
  const [{ data }] = useQuery({
    query: LastChangeQuery,
    variables: { id, field: [name] },
    requestPolicy: 'network-only',
  })
  const who = data?.case?.history?.nodes[0]?.actor?.firstname ?? 'Someone else'
  const path = name.split('.')
  const { now, own } = valuesOf(path, values)
  const ownText = own === undefined ? '' : ` You entered: ${words.valueOf(path, own)}.`
  return <li>{`${words.labelOf(path)}: ${who} changed it to ${words.valueOf(path, now)}.${ownText}`}</li>
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
