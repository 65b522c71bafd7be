import { useQuery } from 'urql'
import { useConfiguration } from '../configuration'
import { graphql } from '../gql'

const NameQuery = graphql(`
  query Name($id: ID!) {
    node(id: $id) {
      ... on Person {
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

/** The name of a person, a group or an endpoint by its ID, or the ID if there is no such thing any more. */
export function Name({ id }: { id: string }) {
  const [{ data, fetching }] = useQuery({ query: NameQuery, variables: { id } })
  const node = data?.node
  if (!node) return fetching ? '…' : id
  if ('email' in node) return isErased(node.email) ? 'an erased person' : [node.firstname, node.email].join(', ')
  if ('name' in node) return node.name
  return 'url' in node ? node.url : id
}

/** An erasure replaces the address by one in a domain that cannot exist. */
export function isErased(email: string | null | undefined): boolean {
  return email?.endsWith('@erased.invalid') ?? false
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
