import type { ReactNode } from 'react'
import type { ShownProblem } from '../../../ui/form/problems/problems'
import type { Configuration } from '../configuration/configuration'

/** What a form contains, by the names of the inputs. */
export type Values = Readonly<Record<string, unknown>>

/** An input of a form: its words, how it is read from what is stored, how it is shown and how it is sent. */
export interface Input<Value = unknown, Stored = unknown> {
  label: string
  hint?: string
  /** A hint that depends on the value. */
  hintOf?(value: Value): string
  /** Of a new item. */
  initial: Value
  /** Identifies the item. It is entered once and cannot be changed. */
  isKey?: boolean
  /** The member that changes a name by which items are found. The member of the same name then says which item is changed. */
  sentAs?: string
  /** From what is stored. By default, the member with the name of the input, or the initial value if that is null. */
  read?(stored: Stored, name: string): Value
  /** What is sent. By default, the value. */
  send?(value: Value): unknown
  /** Whether there is the input, with other values as they are. By default, there is. */
  isUsed?(values: Values): boolean
  /** What can be told without the service. `path` is that of the input. */
  check?(value: Value, path: string): ShownProblem[]
  /** What lists say about the value, beside the item. */
  badge?(value: Value): string | false
  /** The inputs of an entry, if the value is a list. */
  entries?: Inputs
  Field(properties: FieldProperties<Value>): ReactNode
}

/** The inputs of a form, in their order. */
export type Inputs = Readonly<Record<string, Input | undefined>>

/** The inputs for what is sent to the service, by the names of its members. */
export type InputsFor<Sent, Stored> = {
  readonly [Name in keyof Sent]?: Input<FormValue<NonNullable<Sent[Name]>>, Stored>
}

/** What a form contains for what is sent to the service. */
export type ValuesFor<Sent> = { readonly [Name in keyof Sent]-?: FormValue<NonNullable<Sent[Name]>> }

/** Numbers are entered as texts. Lists of objects have inputs for their entries. */
type FormValue<Value> = Value extends readonly (infer Entry)[]
  ? readonly (Entry extends object ? object : Entry)[]
  : Value extends number
    ? string
    : Value

/** What every input shows, and how it is changed. */
export interface InputProperties<Value> {
  /** Equals the path of the problems that belong to the input. */
  name: string
  label: string
  hint?: string | undefined
  problems: readonly ShownProblem[]
  value: Value
  onChange(value: Value): void
}

/** What an input is rendered with. */
export interface FieldProperties<Value> extends InputProperties<Value> {
  form: Form
}

/** What the inputs of a form show and change. */
export interface Form {
  values: Values
  change: (values: Values) => void
  isNew: boolean
  problems: readonly ShownProblem[]
  configuration: Configuration
  /** What is typed into the inputs that add to lists, and not added yet, by their names. */
  typed: Readonly<Record<string, string>>
  type: (name: string, text: string) => void
}

/** Renders the inputs. `path` is that of the entry that they belong to. */
export function FormInputs({ of, form, path = '' }: { of: Inputs; form: Form; path?: string }) {
  const { values, isNew, problems, change } = form
  return entriesOf(of)
    .filter(([, input]) => (!input.isKey || isNew) && isUsed(input, values))
    .map(([name, { Field, ...input }]) => (
      <Field
        key={name}
        name={path + name}
        label={input.label}
        hint={input.hintOf?.(values[name]) ?? input.hint}
        problems={problems}
        value={values[name]}
        onChange={(value) => change({ [name]: value })}
        form={form}
      />
    ))
}

export function entriesOf(inputs: Inputs): [name: string, input: Input][] {
  return Object.entries(inputs).filter((entry): entry is [string, Input] => entry[1] !== undefined)
}

function isUsed({ isUsed }: Input, values: Values): boolean {
  return isUsed?.(values) ?? true
}

/** The values of a new item. */
export function initialValues(inputs: Inputs): Values {
  return Object.fromEntries(entriesOf(inputs).map(([name, { initial }]) => [name, initial]))
}

/** The values of an item that is stored, as the inputs show them. */
export function valuesOf(inputs: Inputs, stored: object): Values {
  return Object.fromEntries(
    entriesOf(inputs).map(([name, { initial, read }]) => [
      name,
      read ? read(stored, name) : ((stored as Record<string, unknown>)[name] ?? initial),
    ]),
  )
}

/** What is sent for the values. `before`: those that are stored. */
export function sentOf(inputs: Inputs, values: Values, before: Values | null = null): Record<string, unknown> {
  return Object.fromEntries(
    entriesOf(inputs)
      .filter(([, input]) => isUsed(input, values))
      .flatMap(([name, { sentAs, send = (value: unknown) => value }]) => {
        const value = send(values[name])
        if (!sentAs || !before) return [[name, value]]
        return [[name, before[name]], ...(before[name] === values[name] ? [] : [[sentAs, value]])]
      }),
  )
}

/** What can be told without the service. */
export function problemsOf(inputs: Inputs, values: Values, path = ''): ShownProblem[] {
  return entriesOf(inputs).flatMap(([name, input]) =>
    isUsed(input, values) ? (input.check?.(values[name], path + name) ?? []) : [],
  )
}

/** The labels of the inputs, also of those in lists. */
export function labelsOf(inputs: Inputs): Record<string, string> {
  const own = entriesOf(inputs).map(([name, { label, entries }]) => ({ ...labelsOf(entries ?? {}), [name]: label }))
  return Object.assign({}, ...own) as Record<string, string>
}

export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** What identifies an item. */
export function keyOf(inputs: Inputs, values: Values): Record<string, string> {
  const keys = entriesOf(inputs).filter(([, { isKey }]) => isKey)
  return Object.fromEntries(keys.map(([name]) => [name, String(values[name])]))
}

/** What a list says about an item, beside its name. */
export function badgesOf(inputs: Inputs, values: Values): (string | false)[] {
  return entriesOf(inputs).map(([name, { badge }]) => badge?.(values[name]) ?? false)
}
