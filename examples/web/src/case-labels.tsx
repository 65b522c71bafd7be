import { Label } from '@primer/react'
import { type FragmentType, graphql, unmask } from './gql'

const ShownStatus = graphql(`
  fragment ShownStatus on Case {
    caseStatus {
      name
      closed
      default
    }
  }
`)

/** The color repeats what the name says. */
export function StatusLabel({ of }: { of: FragmentType<typeof ShownStatus> }) {
  const { name, closed, default: isNew } = unmask(ShownStatus, of).caseStatus
  return <Label variant={closed ? 'done' : isNew ? 'accent' : 'success'}>{name}</Label>
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
  const name = assignee?.firstname ?? group?.name
  return <Label variant={name === undefined ? 'secondary' : 'default'}>{name ?? 'Unassigned'}</Label>
}
