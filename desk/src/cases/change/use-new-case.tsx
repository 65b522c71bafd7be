import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'wouter'
import { changedSince, writtenSince } from '../../ui/form/drafts/changed-since'
import type { CreateCaseInput } from '../../gql/graphql'
import { caseDataFrom, type EnteredData, inFormWords } from '../../ui/form/inputs/case-data-inputs'
import { tooLong } from '../../ui/form/inputs/comment-input'
import { openedPage } from '../../ui/display/opened-page'
import { toast } from '../../ui/display/toasts'
import { useDrop, useFiles } from '../files/use-files'
import { discard, useDraft } from '../../ui/form/drafts/drafts'
import { textOf, useProblems } from '../../ui/form/problems/problem-list'
import type { ShownProblem } from '../../ui/form/problems/problems'
import { TypeCategory, typeCategoryKey } from '../../ui/form/inputs/select-options'
import { useSingle } from '../../ui/form/inputs/submit'
import { unmask } from '../../gql'
import { useViewer } from '../../session/viewer'
import { CreateCaseMutation, newComments } from './mutations'
import { type SavedCase, useChange } from './use-change'

/** What every form for a new case contains. */
interface NewCaseEntry {
  typeCategory: string
  caseData: EnteredData
  comment: string
}

interface Properties<Entered> {
  /** The name of the draft. */
  name: string
  empty: Entered
  /** What is sent besides the type, the case data and the message. The comments follow the message. */
  inputOf: (entered: Entered) => Omit<CreateCaseInput, 'typeCode' | 'categoryCode' | 'caseData'>
  /** What can be told without the service. */
  check?: (entered: Entered, hasFiles: boolean) => ShownProblem[]
  /** What follows when the case was created. Null if the viewer may not read it. */
  complete?: (saved: SavedCase | null, entered: Entered) => Promise<void>
}

/** The form for a new case: its draft, the fields of the chosen type, and a function that creates the case. */
export function useNewCase<Entered extends NewCaseEntry>(properties: Properties<Entered>) {
  const { name, empty, inputOf, check, complete } = properties
  const offered = unmask(TypeCategory, useViewer().typeCategories)
  const [stored, setDraft] = useDraft<Partial<Entered>>(name)
  const { created, settle } = useCreated<Entered>(name)
  const [problems, setProblems] = useProblems()
  const { fetching, change } = useChange(CreateCaseMutation)
  const files = useFiles(name)
  const drop = useDrop(files.add)
  const draft = { ...empty, ...stored }
  const chosen = offered.find((each) => typeCategoryKey(each) === draft.typeCategory)
  const fields = chosen?.fields ?? []

  const create = useSingle(async () => {
    const isStillOpen = openedPage()
    const hasFiles = files.list.some(({ state }) => state !== 'gone')
    const known = [...(check?.(draft, hasFiles) ?? []), ...tooLong('comment', draft.comment)]
    if (known.length > 0) return setProblems(known)
    const settled = await files.settle()
    // Uploads may have failed or been cancelled meanwhile.
    const left = check?.(draft, settled.files.length > 0) ?? []
    const found = settled.problems.length > 0 ? settled.problems : left
    if (found.length > 0) return setProblems(found)
    const ids = settled.files.map(({ id }) => id)
    const { comments: more = [], ...input } = inputOf(draft)
    const { saved, problems } = await change({
      ...input,
      typeCode: chosen?.caseTypeCode,
      categoryCode: chosen?.caseCategoryCode,
      caseData: caseDataFrom(fields, draft.caseData),
      comments: [...newComments(draft.comment.trim(), ids), ...(more ?? [])],
    })
    setProblems(inFormWords(files.explain(problems, settled.files), fields))
    if (saved === undefined) {
      if (!isStillOpen()) toast(`The case was not created. ${textOf(problems)}`)
      return
    }
    files.clear(settled.files)
    if (!isStillOpen()) toast(saved ? `Case ${saved.id} was created.` : createdUnread)
    await complete?.(saved, draft)
    settle(saved, draft, isStillOpen)
  })
  /** A problem of an input disappears when something else is entered in it. */
  function enter(entered: Partial<Entered>) {
    setDraft((current) => ({ ...empty, ...current, ...entered }))
    const left = problems.filter(({ input }) => !concerns(entered, draft, input))
    if (left.length < problems.length) setProblems(left)
  }
  /** What is not as in an empty form. */
  function entered(values: Partial<Entered> = {}): Partial<Entered> {
    const isEntered = (name: string) =>
      JSON.stringify(values[name as keyof Entered]) !== JSON.stringify(empty[name as keyof Entered])
    return Object.fromEntries(Object.entries(values).filter(([name]) => isEntered(name))) as Partial<Entered>
  }
  function discardAll() {
    const all = { values: stored, files: files.takeAll() }
    discard(all, (discarded) => {
      // What was entered since stays.
      setDraft((since) => discarded && { ...discarded.values, ...entered(since) })
      files.restore(discarded?.files)
    })
  }
  return {
    offered,
    chosen,
    fields,
    draft,
    enter,
    /** Undefined if nothing is entered. */
    discard: stored || files.list.length > 0 ? discardAll : undefined,
    files,
    /** For the form. */
    drop,
    problems,
    create,
    /** The case that was created, if its page is not opened. */
    created,
    isSaving: files.isAwaited || fetching,
  }
}

/** Whether the problem of an input may be solved by what was entered. */
function concerns(entered: Partial<NewCaseEntry>, before: NewCaseEntry, input: string): boolean {
  const { typeCategory, caseData } = entered
  // Another type has other fields.
  if (input === 'typeCode') return typeCategory !== undefined
  if (input.startsWith('caseData.')) {
    const name = input.slice('caseData.'.length)
    return typeCategory !== undefined || (caseData !== undefined && caseData[name] !== before.caseData[name])
  }
  // The first name is needed for some addresses, and needs one.
  if (input.startsWith('party')) return Object.keys(entered).some((name) => name.startsWith('party'))
  const [member = ''] = input.split('.')
  return member in entered
}

/** What follows when a case was created from a draft: the page of the case, unless more is being typed or the viewer cannot read it. */
function useCreated<Draft extends { comment: string }>(name: string) {
  const [, navigate] = useLocation()
  const [left, setDraft] = useDraft<Draft>(name)
  const [created, setCreated] = useState<{ id: string | null }>()

  function settle(saved: SavedCase | null, sent: Draft, isStillOpen: () => boolean) {
    let rest = left
    flushSync(() =>
      setDraft((current) => {
        const { comment: text, ...others } = (changedSince(current, sent) ?? {}) as Partial<Draft>
        const comment = writtenSince(text, sent.comment)
        const all = { ...others, ...(comment !== undefined && { comment }) }
        rest = Object.keys(all).length > 0 ? (all as Draft) : undefined
        return rest
      }),
    )
    // Back leads to where the form was opened, and not to an empty form.
    if (saved && rest === undefined && isStillOpen())
      navigate(`/cases/${saved.id}`, { state: { isCreated: true }, replace: true })
    else setCreated({ id: saved?.id ?? null })
  }
  return { created, settle }
}

const createdUnread = 'The case was created. You are not permitted to read it.'

/** Says that a case was created, where its page is not opened. */
export function CreatedNotice({ of }: { of: { id: string | null } | undefined }) {
  return (
    <output className="notice success">
      {of?.id === null && createdUnread}
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

/** Shown instead of the form for a new case to those who may create none. */
export function NothingToChoose() {
  return (
    <>
      <title>New case</title>
      <p>You cannot create cases here, as no type of case is offered to you. Ask an administrator.</p>
    </>
  )
}
