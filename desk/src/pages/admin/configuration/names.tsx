import { useQuery } from 'urql'
import { isErased } from '../../../ui/words/erased'
import { useConfiguration } from './configuration'
import { graphql } from '../gql'
import { loginNames } from '../../../ui/words/names'

const NameQuery = graphql(`
  query Name($id: ID!) {
    node(id: $id) {
      ... on Person {
        login
        firstname
        email
      }
      ... on OperatorGroup {
        name
      }
      ... on WebhookEndpoint {
        url
      }
    }
  }
`)

/** The name of a person, a group or an endpoint by its ID, after what it is, or the ID if there is no such thing any more. */
export function Name({ id, noun = '' }: { id: string; noun?: string }) {
  const [{ data, fetching }] = useQuery({ query: NameQuery, variables: { id } })
  const node = data?.node
  const after = noun === '' ? '' : `${noun} `
  if (!node) return after + (fetching ? '…' : id)
  if ('email' in node) {
    if (isErased(node.email)) return noun === '' ? 'an erased person' : 'An erased person'
    return `${after}${node.firstname}, ${node.email} (${loginNames[node.login].toLowerCase()})`
  }
  if ('name' in node) return after + node.name
  return after + ('url' in node ? node.url : id)
}

export type CodeNames = ReturnType<typeof useCodeNames>

/** The names of what the configuration identifies by a code. Without a name, the code itself. */
export function useCodeNames() {
  const configuration = useConfiguration()
  const { types = [], categories = [], touchpoints = [], typeCategories = [] } = configuration ?? {}
  const nameIn = (items: readonly { code: string; name: string }[]) => (code: string) =>
    items.find((item) => item.code === code)?.name ?? code
  const typeName = nameIn(types)
  const categoryName = nameIn(categories)
  const typeCategoryName = (typeCode: string, categoryCode: string) =>
    `${typeName(typeCode)} in ${categoryName(categoryCode)}`
  return {
    typeName,
    categoryName,
    touchpointName: nameIn(touchpoints),
    typeCategoryName,
    /** Codes can contain the character between them. */
    joinedName(codes: string) {
      const pair = typeCategories.find(({ caseType, category }) => `${caseType.code}/${category.code}` === codes)
      return pair ? typeCategoryName(pair.caseType.code, pair.category.code) : codes
    },
    fieldLabel: (typeCode: string | undefined, name: string) =>
      types.find(({ code }) => code === typeCode)?.fields.find((field) => field.name === name)?.label ?? name,
  }
}
