import { Avatar } from '../../ui/display/avatar'
import { type FragmentType, graphql, unmask } from '../../gql'

const ShownStatus = graphql(`
  fragment ShownStatus on Case {
    caseStatus {
      name
      closed
    }
  }
`)

/** The status of a case. Closed ones are only outlined. */
export function StatusLabel({ of }: { of: FragmentType<typeof ShownStatus> }) {
  const { name, closed } = unmask(ShownStatus, of).caseStatus
  return <span className={closed ? 'pill closed' : 'pill'}>{name}</span>
}

const Assignment = graphql(`
  fragment Assignment on Case {
    assignee {
      firstname
    }
    group {
      name
    }
  }
`)

/** The operator or the group that a case is assigned to. */
export function AssignmentLabel({ of }: { of: FragmentType<typeof Assignment> }) {
  const { assignee, group } = unmask(Assignment, of)
  return (
    <span className={assignee || group ? 'assignee' : 'assignee faint'}>
      {assignee && <Avatar name={assignee.firstname} />}
      <bdi>{assignee?.firstname ?? group?.name ?? 'Unassigned'}</bdi>
    </span>
  )
}
