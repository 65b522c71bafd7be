import type { ReactNode } from 'react'
import { titleOf } from '../../cases/labels/case-title'
import { AssignmentLabel } from '../../cases/labels/case-labels'
import { SkipLink } from '../layout/layout'
import { PageTitle } from '../layout/page-title'
import { useReloadOnNews } from '../../cases/live/reload-on-news'
import { Composer } from '../timeline/composer/composer'
import { Printable } from '../timeline/printable'
import { useNews } from '../timeline/news'
import { NewsButton, Timeline } from '../timeline/timeline'
import { useLoaded } from '../../cases/live/use-loaded'
import { AssigneeForm } from './assignee-form'
import { CaseHeader } from './case-header'
import { Deadlines } from './deadlines'
import { CaseValuesForm } from './values/case-values'
import { useCaseWords } from '../timeline/case-words'
import { type CaseFormProperties, OpenCaseQuery, type ShownCase } from '../../cases/change/open-case'
import { useShown } from '../../cases/change/pending'
import { CaseTags } from './case-tags'
import { TagLabels } from '../../cases/labels/tags'
import { LinkedCases } from './links/linked-cases'
import { Merged } from './links/merge'
import { PlaceInList } from './place-in-list'
import { Presence, usePresence } from './presence'
import { useReadMarks } from './read-marks'
import { OtherCases } from './links/other-cases'
import { type CaseValues, useCaseValues } from './values/use-case-values'

export function CasePage({ id }: { id: string }) {
  // Others may have changed the case since it was last opened. A cached one would look as if they did so only now.
  const { data, error, state, reload, waiting } = useLoaded({ query: OpenCaseQuery, variables: { id } })
  useReloadOnNews(state, reload, id, data?.case?.version)

  if (!data) {
    return (
      <>
        {/* The keys to the next case work before this one is loaded. */}
        {!error && <PlaceInList id={id} />}
        {waiting}
      </>
    )
  }
  if (!data.case) return <p role="alert">{`Case ${id} does not exist, or you cannot access it.`}</p>
  const form = { of: data.case, onConflict: reload }
  return <Printable>{(print) => <LoadedCase {...form} print={print} />}</Printable>
}

function LoadedCase({ print, ...form }: CaseFormProperties & { print: ReactNode }) {
  const { of } = form
  const shown = useShown(of)
  const words = useCaseWords(of)
  const values = useCaseValues(form)
  const markRead = useReadMarks(of)
  const news = useNews(of, markRead)
  const { others, noteTyping } = usePresence(of.id)
  const { update, assign, comment } = of.permissions
  return (
    <article className="case" aria-labelledby="case">
      <PageTitle>{titleOf(of)}</PageTitle>
      <div className="talk">
        <CaseHeader of={shown} values={update.allowed ? values : null} print={print} />
        {comment.allowed && <SkipLink to="message">Skip to what you write</SkipLink>}
        <Timeline form={form} words={words} news={news} />
        <NewsButton of={news} />
        <Presence of={others} />
        <Merged {...form} />
        {comment.allowed && <Composer of={of} onType={noteTyping} {...sentWith(of, values)} />}
      </div>
      <aside aria-label="About the case">
        <Deadlines of={of} />
        {update.allowed ? <CaseTags of={of} /> : <TagLabels of={of} />}
        {assign.allowed && <AssigneeForm {...form} />}
        {update.allowed ? (
          <CaseValuesForm of={of} values={values} words={words} />
        ) : (
          <p className="faint">{update.message}</p>
        )}
        {!assign.allowed && !update.allowed && <AssignmentLabel of={shown} />}
        <LinkedCases {...form} />
        <OtherCases of={of} />
      </aside>
    </article>
  )
}

/** What can be set together with a message. */
function sentWith(of: ShownCase, { current, values }: CaseValues) {
  const statuses = current.availableStatuses.map(({ name }) => name).filter((name) => name !== values.status)
  const { fields } = current
  return { statuses: of.permissions.update.allowed ? statuses : [], fields }
}
