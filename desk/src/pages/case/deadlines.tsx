import type { ShownCase } from '../../cases/change/open-case'
import { durationText, timeText } from '../../ui/display/instant'
import { Due } from '../../cases/labels/due'
import { goalKindNames, slaStateNames } from '../../ui/words/names'

/** The goals of a case, with what has become of them. Nothing without a policy. */
export function Deadlines({ of: { deadlines } }: { of: ShownCase }) {
  if (deadlines.length === 0) return null
  return (
    <section aria-label="Goals" className="goals-of-case">
      <dl>
        {deadlines.map(({ goal, state, minutes, dueAt, endedAt }) => (
          <div key={goal}>
            <dt>{goalKindNames[goal]}</dt>
            <dd title={`Within ${durationText(minutes * 60_000, 2)} of working time`}>
              {(state === 'RUNNING' || state === 'OVERDUE') && dueAt !== null ? (
                <Due at={dueAt} waitingSince={null} />
              ) : (
                <span className={state === 'MISSED' ? 'wait red' : 'wait'}>
                  {slaStateNames[state]}
                  {endedAt !== null && ` ${timeText(endedAt)}`}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
