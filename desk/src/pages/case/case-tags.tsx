import { XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useClient } from 'urql'
import { PatchCaseMutation } from '../../cases/change/mutations'
import type { ShownCase } from '../../cases/change/open-case'
import { useShown } from '../../cases/change/pending'
import { saveInTurn } from '../../cases/change/save-over'
import { TagInput } from '../../cases/change/tag-input'
import { sendChange, tellElsewhere } from '../../cases/change/use-change'
import { toast } from '../../ui/display/toasts'
import { Button, IconButton } from '../../ui/elements/button'
import { focusOnce } from '../../ui/form/focus-once'
import { textOf } from '../../ui/form/problems/problem-list'
import { unmask } from '../../gql'
import { TaggedCase } from '../../cases/labels/tags'
import { useShortcut } from '../layout/shortcuts'

interface Tag {
  code: string
  label: string
}

/** The tags of a case, each with a button that removes it, and the input that adds one. */
export function CaseTags({ of: stored }: { of: ShownCase }) {
  const { tags } = unmask(TaggedCase, useShown(stored))
  const [isAdding, setAdding] = useState(false)
  // Choosing a tag removes the input that had the focus, so the button gets it.
  const [hasChosen, setChosen] = useState(false)
  const { problem, add, remove } = useTagChanges(stored.id, tags)
  function open() {
    setChosen(false)
    setAdding(true)
  }
  useShortcut('#', open)
  return (
    <section aria-label="Tags" className="tags">
      <div className="row">
        {tags.map((tag) => (
          <span key={tag.code} className="pill tag" title={tag.code}>
            <bdi>{tag.label}</bdi>
            <IconButton icon={XIcon} aria-label={`Remove the tag ${tag.label}`} onClick={() => void remove(tag)} />
          </span>
        ))}
        {!isAdding && (
          <Button ref={hasChosen ? focusOnce : undefined} size="small" variant="invisible" onClick={open}>
            Add a tag
          </Button>
        )}
      </div>
      {isAdding && (
        <TagInput
          name="tag"
          label="Tag"
          placeholder="Find a tag"
          inputRef={focusOnce}
          opensWithFocus
          without={tags.map(({ code }) => code)}
          onChoose={(tag) => {
            setChosen(true)
            void add(tag)
          }}
          onLeave={() => setAdding(false)}
        />
      )}
      <div role="alert">{problem !== '' && <p className="problem">{problem}</p>}</div>
    </section>
  )
}

/** Adds and removes single tags, so that nobody overwrites those that others set. They are shown at once, and a notice offers to undo them. */
function useTagChanges(caseId: string, tags: readonly Tag[]) {
  const client = useClient()
  const [problem, setProblem] = useState('')

  async function send(tag: Tag, isAdded: boolean) {
    const others = tags.filter(({ code }) => code !== tag.code)
    const after = isAdded ? [...others, tag].toSorted((a, b) => (a.code < b.code ? -1 : 1)) : others
    const input = { caseInstanceId: caseId, [isAdded ? 'addTags' : 'removeTags']: [tag.code] }
    // Without a version, it is in conflict with nothing.
    const change = { id: caseId, seen: 0, names: [], send: () => sendChange(client, PatchCaseMutation, input) }
    const { saved, problems } = await saveInTurn(change, { members: { tags: after } })
    return saved ? '' : textOf(problems)
  }
  async function change(tag: Tag, isAdded: boolean) {
    setProblem('')
    const sending = send(tag, isAdded)
    const notice = toast(isAdded ? `Tag ${tag.label} added.` : `Tag ${tag.label} removed.`, async () => {
      if ((await sending) !== '') return ''
      const failed = await send(tag, !isAdded)
      return failed === '' ? 'The tags were restored.' : failed
    })
    const failed = await sending
    if (failed === '') return
    notice.end()
    if (!tellElsewhere(caseId, failed)) setProblem(failed)
  }
  return { problem, add: (tag: Tag) => change(tag, true), remove: (tag: Tag) => change(tag, false) }
}
