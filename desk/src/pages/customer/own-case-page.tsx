import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { StatusLabel } from '../../cases/labels/case-labels'
import { subjectOf } from '../../cases/labels/case-title'
import type { ShownProblem } from '../../ui/form/problems/problems'
import { useReloadOnNews } from '../../cases/live/reload-on-news'
import { Printable } from '../timeline/printable'
import { useLoaded } from '../../cases/live/use-loaded'
import { AnswerForm } from './answer-form'
import { Conversation } from './conversation'
import { Information } from './information'
import { type OwnCase, OwnCaseQuery } from './own-case'

export function OwnCasePage({ id }: { id: string }) {
  const { data, state, reload, waiting } = useLoaded({ query: OwnCaseQuery, variables: { id } })
  useReloadOnNews(state, reload, id, data?.case?.version)
  if (!data) return waiting
  if (!data.case) return <p role="alert">{`There is no case ${id}, or it is not yours.`}</p>
  const { case: of } = data
  return <Printable>{(print) => <LoadedCase of={of} print={print} />}</Printable>
}

function LoadedCase({ of, print }: { of: OwnCase; print: ReactNode }) {
  const before: { isCreated?: boolean } | null = useHistoryState()
  const [received, setReceived] = useState(before?.isCreated ? receivedText(of.id) : '')
  // What has to be known before the case can be closed.
  const [missing, setMissing] = useState<readonly ShownProblem[]>([])
  const subject = subjectOf(of)
  const { update, comment } = of.permissions
  return (
    <article aria-labelledby="case">
      <title>{`${of.id} ${subject}`}</title>
      <div className="stack">
        <Link href="/">← Your cases</Link>
        <h2 className="heading" id="case" tabIndex={-1}>
          <bdi>{subject}</bdi>
        </h2>
        <div className="row faint">
          <StatusLabel of={of} /> <span>{`Number ${of.id}`}</span> {print}
        </div>
      </div>
      <Information key={`${missing.length > 0}`} of={of} mayChange={update.allowed} missing={missing} />
      <Conversation of={of} />
      <output className="notice success">{received}</output>
      {of.mergedInto ? (
        <p className="notice">
          We merged this case with another one of yours. Please continue there:{' '}
          <Link href={`/cases/${of.mergedInto.id}`}>
            <bdi>{subjectOf(of.mergedInto)}</bdi>
          </Link>
        </p>
      ) : comment.allowed ? (
        <AnswerForm of={of} mayUpdate={update.allowed} onSent={setReceived} onMissing={setMissing} />
      ) : (
        <p className="faint">You can no longer write to this case. If you need something, open a new case.</p>
      )}
    </article>
  )
}

function receivedText(id: string): string {
  return `We have received it. Your case has the number ${id}. Next, one of us reads it and answers here. You can add to it at any time.`
}
