import type { ComponentProps, ReactElement } from 'react'
import { useControl } from './control'

interface Look {
  /** As wide as its place. */
  block?: boolean | undefined
}

function classOf(kind: string, block: boolean | undefined, more?: string): string {
  return [kind, block && 'block', more].filter(Boolean).join(' ')
}

interface TextInputProps extends ComponentProps<'input'>, Look {
  monospace?: boolean
  /** A button in the input, at its end. */
  trailingAction?: ReactElement
}

export function TextInput({ block, monospace, trailingAction, className, ...rest }: TextInputProps) {
  const input = (
    <input
      type="text"
      {...useControl()}
      {...rest}
      className={classOf('input', block, monospace ? `monospace ${className ?? ''}` : className)}
    />
  )
  if (!trailingAction) return input
  return (
    <span className={classOf('with-action', block)}>
      {input}
      {trailingAction}
    </span>
  )
}

export function Textarea({ block, className, ...rest }: ComponentProps<'textarea'> & Look) {
  return <textarea {...useControl()} {...rest} className={classOf('input', block, className)} />
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'size'>, Look {
  size?: 'small' | 'medium'
}

export function Select({ block, size = 'medium', className, ...rest }: SelectProps) {
  return <select {...useControl()} {...rest} className={classOf(`input select ${size}`, block, className)} />
}

interface CheckboxProps extends ComponentProps<'input'> {
  /** Some of what it stands for is checked. */
  indeterminate?: boolean
}

export function Checkbox({ indeterminate = false, className, ...rest }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      {...useControl()}
      {...rest}
      className={classOf('checkbox', false, className)}
      ref={(input) => {
        if (input) input.indeterminate = indeterminate
      }}
    />
  )
}
