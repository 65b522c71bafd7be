import { Checkbox } from '../elements/inputs'
import { VisuallyHidden } from '../elements/text'
import { memo } from 'react'
import { Link } from 'wouter'
import { AssignmentLabel, StatusLabel } from '../labels/case-labels'
import { CaseTitle, isTitle } from '../labels/case-title'
import type { ListedCaseFragment } from '../gql/graphql'
import { durationText, Instant, timeText, useNow } from '../display/instant'
import { PriorityMark } from '../labels/priority-mark'
import { CaseMarks } from './case-marks'
import { selectedCase, useSelection } from './selection'

interface Properties {
  of: ListedCaseFragment
  onOpen: (id: string) => void
}

/** A case in one line. What is bold is unread. */
export const CaseRow = memo(function CaseRow({ of: found, onOpen }: Properties) {
  const selection = useSelection()
  const selected = selectedCase(found)
  return (
    <tr data-case-row={found.id} className={found.unread ? 'case-row unread' : 'case-row'}>
      <td className="select">
        <Checkbox
          aria-label={`Select ${selected.title}`}
          checked={selection.cases.has(found.id)}
          onChange={({ target }) => selection.select([selected], target.checked)}
        />
      </td>
      <td>
        <PriorityMark of={found} />
      </td>
      <td className="what">
        <div className="cut">
          <Link href={`/cases/${found.id}`} onClick={() => onOpen(found.id)}>
            <CaseTitle of={found} />
            {found.unread && <VisuallyHidden> (unread)</VisuallyHidden>}
          </Link>
          <Latest of={found} />
        </div>
        <CaseMarks id={found.id} />
      </td>
      <td className="customer cut">
        <bdi>{found.party?.firstname}</bdi>
      </td>
      <td className="status cut">
        <StatusLabel of={found} />
      </td>
      <td className="assigned cut">
        <AssignmentLabel of={found} />
      </td>
      <td className="last">
        <Wait of={found} />
      </td>
    </tr>
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
      <bdi className="author">{name}</bdi>
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
