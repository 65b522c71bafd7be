import { useEffect } from 'react'
import { VisuallyHidden } from '../elements/text'
import { ChoiceList } from '../form/combobox'

interface Properties {
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
export function ReplyList({ id, replies, current, isLoading, message, onChoose }: Properties) {
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
