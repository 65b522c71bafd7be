import { Button } from '../../../ui/elements/button'
import type { Pending, PendingMessage } from '../../../cases/change/pending'
import { Instant } from '../../../ui/display/instant'
import { MessageText } from '../../../ui/display/message-text'
import { useViewer } from '../../../session/viewer'
import { MessageItem } from './message-item'

/** The messages that the conversation does not contain yet, each with what becomes of it. */
export function PendingMessages({ of }: { of: readonly Pending[] }) {
  const messages = of.flatMap((each) => (each.message ? [{ ...each, message: each.message }] : []))
  if (messages.length === 0) return null
  return (
    <ol className="stack wide entries">
      {messages.map((each) => (
        <PendingEntry key={each.message.key} of={each} />
      ))}
    </ol>
  )
}

function PendingEntry({ of: { message, undo, made } }: { of: Pending & { message: PendingMessage } }) {
  const { text, internal, files, at } = message
  return (
    <MessageItem
      author={useViewer().firstname}
      internal={internal}
      className={made === undefined ? ' pending' : ''}
      facts={made !== undefined ? <Instant at={new Date(at).toISOString()} /> : undo ? 'Not sent yet' : 'Sending …'}
      action={
        undo && (
          <Button size="small" onClick={undo}>
            Do not send
          </Button>
        )
      }
    >
      {text.trim() !== '' && <MessageText linksCases>{text.trim()}</MessageText>}
      {files.length > 0 && (
        <ul className="files" aria-label="Files">
          {files.map(({ key, name }) => (
            <li key={key}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </MessageItem>
  )
}
