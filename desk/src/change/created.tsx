import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'wouter'
import { changedSince, writtenSince } from '../form/changed-since'
import { useDraft } from '../form/drafts'
import type { SavedCase } from './use-change'

interface Names<Draft> {
  draft: string
  /** The member of the draft that is a message. */
  message: keyof Draft
}

/** What follows when a case was created from a draft: the page of the case, unless more is being typed or the viewer cannot read it. */
export function useCreated<Draft extends object>(names: Names<Draft>) {
  const [, navigate] = useLocation()
  const [left, setDraft] = useDraft<Draft>(names.draft)
  const [created, setCreated] = useState<{ id: string | null }>()

  function settle(saved: SavedCase | null, sent: Draft) {
    let rest = left
    flushSync(() =>
      setDraft((current) => {
        const { [names.message]: text, ...others } = { ...changedSince(current, sent) } as Record<string, unknown>
        const added = writtenSince(text as string | undefined, sent[names.message] as string)
        const all = { ...others, ...(added !== undefined && { [names.message]: added }) }
        rest = Object.keys(all).length > 0 ? (all as Draft) : undefined
        return rest
      }),
    )
    // Back leads to where the form was opened, and not to an empty form.
    if (saved && rest === undefined) navigate(`/cases/${saved.id}`, { state: { isCreated: true }, replace: true })
    else setCreated({ id: saved?.id ?? null })
  }
  return { created, settle }
}

/** Says that a case was created, where its page is not opened. */
export function CreatedNotice({ of }: { of: { id: string | null } | undefined }) {
  return (
    <output className="notice success">
      {of?.id === null && 'The case was created. You are not permitted to read it.'}
      {of?.id && (
        <>
          {'The case was created: '}
          <Link href={`/cases/${of.id}`}>{of.id}</Link>
          {'. What you have typed since is kept below.'}
        </>
      )}
    </output>
  )
}
