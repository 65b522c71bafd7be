import type { KeyboardEvent } from 'react'

/** Who can read what is written. */
export type Kind = 'reply' | 'note'

interface Properties {
  kind: Kind
  /** The name of the tab for the customer. */
  reply: string
  /** Whether something is written there that is not sent. */
  hasDraft: Record<Kind, boolean>
  onChange: (kind: Kind) => void
}

export function ComposerTabs({ kind, reply, hasDraft, onChange }: Properties) {
  function press(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const other = kind === 'reply' ? 'note' : 'reply'
    onChange(other)
    document.getElementById(`tab-${other}`)?.focus()
  }
  const tab = (name: Kind, text: string) => (
    <button
      type="button"
      className="cut"
      role="tab"
      id={`tab-${name}`}
      aria-selected={kind === name}
      tabIndex={kind === name ? 0 : -1}
      onClick={() => onChange(name)}
      onKeyDown={press}
    >
      {text}
      {kind !== name && hasDraft[name] && <span className="draft-mark"> · Draft</span>}
    </button>
  )
  return (
    <div role="tablist" aria-label="Who can read it" className="tabs">
      {tab('reply', reply)}
      {tab('note', 'Internal note')}
    </div>
  )
}
