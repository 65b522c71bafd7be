import { Textarea } from '../../elements/inputs'
import type { ChangeEvent, ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { Field, type FieldProperties } from './field'
import type { ShownProblem } from '../problems/problems'

const maximumLength = 10_000
/** From this length on, the length is shown. */
const shownLength = 9_000

interface Properties extends Omit<FieldProperties, 'inline' | 'children'> {
  rows: number
  value: string
  onChange: (value: string, event: ChangeEvent<HTMLTextAreaElement>) => void
  /** Called with Escape. */
  onEscape?: () => void
  /** Further properties of the input. Its key handler runs first. */
  input?: ComponentProps<'textarea'>
  /** Shown over the page, next to the input. */
  children?: ReactNode
}

/** The input for the text of a comment, which Ctrl+Enter sends. It accepts longer texts than the service, so that pasted text is not cut off. */
export function CommentInput({ hint, rows, value, onChange, onEscape, input, children, ...field }: Properties) {
  const length = lengthOf(value)
  const hints = [hint, length >= shownLength && `${shown(length)} of ${shown(maximumLength)} characters.`]
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    input?.onKeyDown?.(event)
    if (event.defaultPrevented) return
    if (event.key === 'Escape') onEscape?.()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!event.repeat) event.currentTarget.form?.requestSubmit()
  }
  return (
    <Field {...field} hint={hints.filter(Boolean).join(' ')}>
      <div className="over">
        {children}
        <Textarea
          {...input}
          block
          dir="auto"
          className="growing"
          rows={rows}
          value={value}
          onKeyDown={press}
          onChange={(event) => onChange(event.target.value, event)}
        />
      </div>
    </Field>
  )
}

/** The problem of a text that the service would reject. */
export function tooLong(input: string, text: string): ShownProblem[] {
  if (lengthOf(text) <= maximumLength) return []
  return [{ input, message: `A comment can have at most ${shown(maximumLength)} characters. Shorten it.` }]
}

/** In code points, without the white space around the text, as the service counts. */
function lengthOf(text: string): number {
  return [...text.trim()].length
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
