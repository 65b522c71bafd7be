import { graphql, unmask } from '../gql'
import { NodeForm, NodePage } from '../item/node-page'
import { Group, groupKind } from './group-kind'

const GroupQuery = graphql(`
  query Group($id: ID!) {
    node(id: $id) {
      ... on OperatorGroup {
        id
        ...Group
      }
    }
  }
`)

export function GroupPage() {
  return (
    <NodePage
      query={GroupQuery}
      noun="group"
      nodeOf={({ node }) => (node && 'id' in node ? unmask(Group, node) : null)}
    >
      {(group, reload) => <NodeForm kind={groupKind} node={group} reload={reload} />}
    </NodePage>
  )
}
