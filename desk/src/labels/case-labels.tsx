import { Avatar } from '../display/avatar'
import { type FragmentType, graphql, unmask } from '../gql'
import { useViewer, type Viewer } from '../session/viewer'

const ShownStatus = graphql(`
  fragment ShownStatus on Case {
    caseStatus {
      name
      closed
      default
    }
  }
`)

/** In the order of the active statuses. They repeat if there are more statuses than colors. */
const openColors = ['success', 'attention', 'sponsors', 'severe', 'danger']
const closedColors = ['done', 'secondary']

/** The color repeats what the name says. */
export function StatusLabel({ of }: { of: FragmentType<typeof ShownStatus> }) {
  const { statuses } = useViewer()
  const status = unmask(ShownStatus, of).caseStatus
  return <span className={`pill dot-${colorOf(status, statuses)}`}>{status.name}</span>
}

function colorOf(status: { name: string; closed: boolean; default: boolean }, all: Viewer['statuses']): string {
  if (status.default) return 'accent'
  const colors = status.closed ? closedColors : openColors
  const others = all.filter((other) => other.closed === status.closed && other.active && !other.default)
  const place = others.findIndex(({ name }) => name === status.name)
  // Inactive statuses, and those that are newer than the page, have the first color.
  return colors[Math.max(place, 0) % colors.length] ?? 'default'
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
