import { type ChangeEvent, type KeyboardEvent, type SyntheticEvent, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useQuery } from 'urql'
import { VisuallyHidden } from '../../../ui/elements/text'
import { ChoiceList } from '../../../ui/form/inputs/combobox'
import { insertText } from '../../../ui/form/inputs/insert-text'
import { graphql } from '../../../gql'

const SavedRepliesQuery = graphql(`
  query SavedReplies($id: ID!) {
    case(id: $id) {
      id
      savedReplies {
        code
        label
        text
      }
    }
  }
`)

/** A search for a reply. The reply replaces the text from `start` to the caret. */
interface Search {
  start: number
  /** The start of the words: after the slash, if there is one. */
  wordsAt: number
  words: string
}

/** The saved replies of a case, which a slash at the start of a line or a button opens. They are loaded when they are first opened. */
export function useSavedReplies(caseId: string, inputId: string) {
  const id = useId()
  const [search, setSearch] = useState<Search | null>(null)
  const [reached, setReached] = useState(0)
  const [{ data, fetching, error }] = useQuery({
    query: SavedRepliesQuery,
    variables: { id: caseId },
    pause: !search,
    requestPolicy: 'cache-and-network',
  })
  const all = data?.case?.savedReplies ?? []
  const isLoading = fetching && !data
  const sought = search?.words.trim().toLocaleLowerCase() ?? ''
  const found = all.filter(({ code, label }) => `${label} ${code ?? ''}`.toLocaleLowerCase().includes(sought))
  const current = Math.min(reached, found.length - 1)
  // Text that begins with a slash and finds no reply is ordinary text.
  const isOpen = search !== null && (found.length > 0 || search.words === '' || search.wordsAt === search.start)

  function look(next: Search | null) {
    setSearch(next)
    setReached(0)
  }
  function note({ target: { value, selectionEnd: caret } }: ChangeEvent<HTMLTextAreaElement>) {
    if (search) return look(searchTo(value, caret, search))
    const line = value.slice(value.lastIndexOf('\n', caret - 1) + 1, caret)
    if (/^\s*\/$/.test(line)) look({ start: caret - 1, wordsAt: caret, words: '' })
  }
  function insert(index: number) {
    const input = inputOf(inputId)
    const text = found[index]?.text.replaceAll('\r\n', '\n')
    if (!search || !input || text === undefined) return
    const before = input.value.slice(0, search.start)
    const isBegun = /[^\n]$/.test(before.trimEnd()) && !/\n\s*$/.test(before)
    // The inserted text must not start a search.
    flushSync(() => look(null))
    insertText(input, isBegun ? `\n\n${text}` : text, search.start, search.wordsAt + search.words.length)
  }
  function open() {
    const input = inputOf(inputId)
    if (!input) return
    const caret = document.activeElement === input ? input.selectionEnd : input.value.length
    input.focus()
    input.setSelectionRange(caret, caret)
    look({ start: caret, wordsAt: caret, words: '' })
  }
  function press(event: KeyboardEvent) {
    if (!isOpen || event.nativeEvent.isComposing) return
    const { key } = event
    if (key === 'Escape') {
      event.stopPropagation()
      look(null)
    } else if (key === 'Enter' && (found.length > 0 || isLoading)) {
      // Enter does not send the message either.
      if (!event.repeat) insert(current)
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && found.length > 0) {
      setReached((current + (key === 'ArrowDown' ? 1 : -1) + found.length) % found.length)
    } else return
    event.preventDefault()
  }

  return {
    /** Starts a search at the caret. */
    open,
    /** To be called after the text has changed. */
    note,
    input: {
      onKeyDown: press,
      onSelect({ currentTarget: { value, selectionEnd } }: SyntheticEvent<HTMLTextAreaElement>) {
        if (search && !searchTo(value, selectionEnd, search)) look(null)
      },
      onBlur: () => look(null),
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      'aria-controls': isOpen && found.length > 0 ? `${id}-list` : undefined,
      'aria-activedescendant': isOpen && found.length > 0 ? `${id}-${current}` : undefined,
    },
    /** The list of replies, to be shown with the input. False while there is no search. */
    list: isOpen && (
      <ReplyList
        id={id}
        replies={found}
        current={current}
        isLoading={isLoading}
        message={error && !data ? 'The saved replies could not be loaded.' : 'Nothing found.'}
        onChoose={insert}
      />
    ),
  }
}

/** The search with the words up to the caret. Null if the caret has left them. */
function searchTo(value: string, caret: number, { start, wordsAt }: Search): Search | null {
  const words = value.slice(wordsAt, caret)
  const hasSlash = wordsAt === start || value[start] === '/'
  return caret >= wordsAt && hasSlash && !words.includes('\n') ? { start, wordsAt, words } : null
}

function inputOf(id: string): HTMLTextAreaElement | null {
  const input = document.getElementById(id)
  return input instanceof HTMLTextAreaElement ? input : null
}

interface ListProperties {
  /** The prefix of the IDs of the list and its options. */
  id: string
  replies: readonly { label: string; text: string }[]
  /** The index of the reply that Enter inserts. */
  current: number
  isLoading: boolean
  /** The message if there are none. */
  message: string
  onChoose: (index: number) => void
}

/** The replies that were found, and a preview of the current one. The focus stays in the message. */
function ReplyList({ id, replies, current, isLoading, message, onChoose }: ListProperties) {
  const reply = replies[current]
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])
  const count = replies.length === 1 ? '1 saved reply' : `${replies.length} saved replies`
  return (
    <div className="replies">
      {reply ? (
        <>
          <ChoiceList
            id={id}
            label="Saved replies"
            groups={[{ label: '', choices: replies.map(({ label }, index) => ({ value: `${index}`, text: label })) }]}
            current={`${current}`}
            isLoading={false}
            optionId={(index) => `${id}-${index}`}
            onChoose={({ value }) => onChoose(Number(value))}
          />
          <div className="reply-preview" dir="auto" role="note" aria-label="Preview">
            {reply.text}
          </div>
        </>
      ) : (
        <div className="faint">{isLoading ? 'Loading …' : message}</div>
      )}
      <VisuallyHidden>
        <output>{isLoading ? '' : reply ? `${count}. ${reply.label}: ${reply.text}` : message}</output>
      </VisuallyHidden>
    </div>
  )
}
