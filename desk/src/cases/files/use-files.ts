import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react'
import { randomKey, readDraft, replaceDraft, useDraft } from '../../ui/form/drafts/drafts'
import { useWindowEvent } from '../../ui/display/window-event'
import type { ShownProblem } from '../../ui/form/problems/problems'
import { useSessionId } from '../../session/current-session'
import { acceptedName, type DraftFile, sendable, stateOf, withinLimit } from './upload-list'
import { begin, checkFiles, deleteFile, ended, forget, markGone, retry, spoken, stop, transfers } from './uploads'

type List = readonly DraftFile[]

/** The files of a draft. They are uploaded when they are chosen, and stored with the draft. */
export type Files = ReturnType<typeof useFiles>

/** `name`: that of the draft to which the files belong. */
export function useFiles(name: string) {
  const draft = `${name} files`
  const [list = none] = useDraft<List>(draft)
  const running = transfers.use((all) => all)
  const said = spoken.use((last) => (last.draft === draft ? last.text : ''))
  const session = useSessionId()
  const [refused, setRefused] = useState('')
  const [isAwaited, setAwaited] = useState(false)
  const write = (next: List) => replaceDraft(draft, next.length === 0 ? undefined : next)
  const read = () => readDraft<List>(draft) ?? none

  useEffect(() => void checkFiles(draft, readDraft<List>(draft) ?? none, session), [draft, session])

  /** `left`: what to say of others that were meant to be added. */
  function add(chosen: readonly File[], left = '') {
    const { added, refused } = withinLimit(read(), chosen)
    setRefused([refused, left].filter(Boolean).join(' '))
    const entries = added.map((content) => {
      const file = { key: randomKey(), name: acceptedName(content.name), size: content.size }
      return { draft, file, content, session }
    })
    write([...read(), ...entries.map(({ file }) => file)])
    for (const entry of entries) begin(entry)
  }

  return {
    list: list.map((file) => ({ ...file, ...stateOf(file, running[file.key]) })),
    /** For screen readers: what has just happened to one of them. */
    said,
    /** Why files that were chosen are not in the list. Empty if all of them are. */
    refused,
    /** Whether a message waits for uploads. */
    isAwaited,
    add,
    retry: (key: string) => retry(key, session),
    /** Removes a file, or cancels its upload. */
    remove(key: string) {
      setRefused('')
      const { id, isGone } = read().find((file) => file.key === key) ?? {}
      write(read().filter((file) => file.key !== key))
      forget(key)
      if (id !== undefined && !isGone) deleteFile(id, session)
    },
    /** Waits until nothing is being uploaded. Returns what to send, and why it cannot be sent. */
    async settle() {
      setAwaited(true)
      await ended(read().map(({ key }) => key))
      setAwaited(false)
      const { files, problems } = sendable(read())
      return { files, problems: problems.map((message): ShownProblem => ({ input: 'files', message })) }
    },
    /** Removes what was sent from the draft, and what was gone. Files that were added meanwhile stay. */
    clear(sent: List) {
      const keys = new Set(sent.map(({ key }) => key))
      write(read().filter(({ key, isGone }) => !keys.has(key) && !isGone))
      setRefused('')
    },
    explain: (problems: readonly ShownProblem[], sent: List) => explainFiles(draft, problems, sent),
    /** What discards the draft with its files, and brings it back. */
    takeAll(): List | undefined {
      const all = readDraft<List>(draft)
      for (const { key } of all ?? none) stop(key)
      replaceDraft(draft, undefined)
      return all
    },
    restore: (all: List = none) => write([...all, ...read()]),
  }
}

/** The problems of a message that was not accepted, in which the service names files that it no longer has. */
export function explainFiles(draft: string, problems: readonly ShownProblem[], sent: List): ShownProblem[] {
  return problems.map((problem) => {
    const [, place] = /\battachmentIds\.(\d+)$/.exec(problem.input) ?? []
    const file = place === undefined ? undefined : sent[Number(place)]
    if (file?.id === undefined) return problem
    markGone(draft, [file.id])
    return {
      input: 'files',
      message: `“${file.name}” is no longer there. Send again without it, or choose it again.`,
    }
  })
}

const none: List = []

const hasFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false

/** For the element on which files can be dropped, and into which they can be pasted. */
export function useDrop(add: Files['add']) {
  const [isOver, setOver] = useState(false)
  // A file that is dropped beside it would take the place of the page.
  const keep = (event: globalThis.DragEvent) => hasFiles(event.dataTransfer) && event.preventDefault()
  useWindowEvent('dragover', keep)
  useWindowEvent('drop', keep)
  return {
    'data-dropping': isOver || undefined,
    onDragOver: ({ dataTransfer }: DragEvent) => setOver(hasFiles(dataTransfer)),
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop(event: DragEvent) {
      setOver(false)
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      const items = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file')
      const files = items.filter((item) => !isFolder(item)).flatMap((item) => item.getAsFile() ?? [])
      add(files, items.some(isFolder) ? 'Folders cannot be added.' : '')
    },
    onPaste(event: ClipboardEvent) {
      const { files, types } = event.clipboardData
      // Office programs copy a picture of a text with the text.
      if (files.length === 0 || types.includes('text/plain')) return
      event.preventDefault()
      add([...files])
    },
  }
}

const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry()?.isDirectory ?? false
