import { Checkbox } from '../elements/inputs'
import { memo } from 'react'
import { Link } from 'wouter'
import { AssignmentLabel, StatusLabel } from '../labels/case-labels'
import { CaseTitle, isTitle } from '../labels/case-title'
import type { ListedCaseFragment } from '../gql/graphql'
import { durationText, Instant, timeText, useNow } from '../display/instant'
import { PriorityMark } from '../labels/priority-mark'
import { useShown } from '../change/pending'
import { selectedCase, useSelection } from './selection'

interface Properties {
  of: ListedCaseFragment
  onOpen: (id: string) => void
}

/** A case in one line. */
export const CaseRow = memo(function CaseRow({ of, onOpen }: Properties) {
  const found = useShown(of)
  const selection = useSelection()
  const selected = selectedCase(of)
  return (
    <li data-case-row={found.id} className="case-row">
      <Checkbox
        aria-label={`Select ${selected.title}`}
        checked={selection.cases.has(found.id)}
        onChange={({ target }) => selection.select([selected], target.checked)}
      />
      <PriorityMark of={found} />
      <div className="what cut">
        <Link href={`/cases/${found.id}`} onClick={() => onOpen(found.id)}>
          <CaseTitle of={found} />
        </Link>
        <Latest of={found} />
      </div>
      <bdi className="customer">{found.party?.firstname}</bdi>
      <StatusLabel of={found} />
      <AssignmentLabel of={found} />
      <Wait of={found} />
    </li>
  )
})

/** Who spoke last, and what. */
function Latest({ of }: { of: ListedCaseFragment }) {
  const [latest] = of.latest.nodes
  if (!latest) return null
  const name = latest.internal ? `${latest.author.firstname} (note)` : latest.author.firstname
  return (
    <span className="latest">
      {' — '}
      <bdi>{name}</bdi>
      {!isTitle(of, latest.id) && (
        <>
          : <bdi>{latest.text.slice(0, 200) || 'files'}</bdi>
        </>
      )}
    </span>
  )
}

const lateMs = 24 * 60 * 60_000

/** How long the customer has been waiting for an answer, else when the case changed. */
function Wait({ of: { customerWaitingSince, updatedAt } }: { of: ListedCaseFragment }) {
  const now = useNow()
  if (customerWaitingSince === null) {
    return (
      <span className="wait faint">
        <Instant at={updatedAt} />
      </span>
    )
  }
  const waited = now - Date.parse(customerWaitingSince)
  return (
    <time
      className={waited >= lateMs ? 'wait late' : 'wait'}
      dateTime={customerWaitingSince}
      title={`Waits since ${timeText(customerWaitingSince)}`}
    >
      {`waits ${durationText(waited, 2)}`}
    </time>
  )
}
