import { Checkbox } from '../../../ui/elements/inputs'
import { VisuallyHidden } from '../../../ui/elements/text'
import { Fragment, memo } from 'react'
import { Link } from 'wouter'
import { AssignmentLabel, StatusLabel } from '../../../cases/labels/case-labels'
import { TagLabels } from '../../../cases/labels/tags'
import { CaseTitle, isTitle } from '../../../cases/labels/case-title'
import type { ListedCaseFragment } from '../../../gql/graphql'
import type { ListedRow, Match } from './listed-case'
import { Instant } from '../../../ui/display/instant'
import { CustomerLink } from '../../../cases/labels/customer-link'
import { PriorityMark } from '../../../cases/labels/priority-mark'
import { usePendingMark, useShown } from '../../../cases/change/pending'
import { Due, Waiting } from '../../../cases/labels/due'
import { useHasDraft } from '../../../ui/form/drafts/drafts'
import { usePresent } from './presence'
import { selectedCase, useSelection } from './selection'

interface Properties {
  of: ListedRow
  onOpen: (id: string) => void
}

/** A case in one line. What is bold is unread. */
export const CaseRow = memo(function CaseRow({ of, onOpen }: Properties) {
  const found = useShown(of)
  const mark = usePendingMark(of)
  const selection = useSelection()
  const selected = selectedCase(of)
  return (
    <tr {...mark} data-case-row={found.id} className={found.unread ? 'case-row unread' : 'case-row'}>
      <td className="select">
        <Checkbox
          aria-label={`Select ${selected.title}`}
          checked={selection.cases.has(found.id)}
          onChange={({ target }) => selection.select([selected], target.checked)}
        />
      </td>
      <td className="what">
        <div className="cut">
          <Link href={`/cases/${found.id}`} onClick={() => onOpen(found.id)}>
            <CaseTitle of={found} />
            {found.unread && <VisuallyHidden> (unread)</VisuallyHidden>}
          </Link>{' '}
          <TagLabels of={found} />
          {of.match?.length ? <Found of={of.match} /> : <Latest of={found} />}
        </div>
        <CaseMarks id={found.id} />
      </td>
      <td className="customer cut">
        <CustomerLink of={found.party} />
      </td>
      <td className="priority">
        <PriorityMark of={found} />
      </td>
      <td className="status cut">
        <StatusLabel of={found} />
      </td>
      <td className="assigned cut">
        <AssignmentLabel of={found} />
      </td>
      <td className="last">
        {found.dueAt !== null ? (
          <Due at={found.dueAt} waitingSince={found.customerWaitingSince} />
        ) : found.customerWaitingSince === null ? (
          <span className="wait faint">
            <Instant at={found.updatedAt} />
          </span>
        ) : (
          <Waiting since={found.customerWaitingSince} />
        )}
      </td>
    </tr>
  )
})

/** What the search has found in the case, with its words marked. The title shows the number and the subject already. */
function Found({ of }: { of: NonNullable<Match> }) {
  const ranked = ['COMMENT', 'FIELD', 'CUSTOMER', 'SUBJECT', 'NUMBER'] as const
  const part = ranked.flatMap((source) => of.find((each) => each.source === source) ?? [])[0]
  if (!part) return null
  const ends = [0, ...part.matches.map(({ start, length }) => start + length)]
  return (
    <span className="latest">
      {' — '}
      <bdi>
        {part.matches.map(({ start, length }, index) => (
          <Fragment key={start}>
            {part.text.slice(ends[index], start)}
            <mark>{part.text.slice(start, start + length)}</mark>
          </Fragment>
        ))}
        {part.text.slice(ends.at(-1))}
      </bdi>
    </span>
  )
}

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

/** That the viewer has begun to write in a case, and who else looks at it or writes. */
function CaseMarks({ id }: { id: string }) {
  const hasDraft = useHasDraft(id)
  const present = usePresent(id)
  if (!hasDraft && !present) return null
  return (
    <span className="marks">
      {hasDraft && <span>Draft</span>}
      {present?.map(({ person: { firstname }, writes }) => (
        <span key={firstname} className="looks">{`${firstname} ${writes ? 'is writing' : 'is looking'}`}</span>
      ))}
    </span>
  )
}
