import type { ReactNode } from 'react'
import type { Configuration } from '../configuration'
import type { Form, ItemKind, Part } from '../item/item-kind'
import type { Row } from '../list/list-page'

/** A part of the configuration, with its list and its forms. */
export interface Section<Stored, Values extends object, P extends Part = Part> extends ItemKind<Values, P> {
  /** The heading of the list. */
  title: string
  /** What the items are for. */
  hint: string
  storedIn: (configuration: Configuration) => readonly Stored[]
  valuesOf: (stored: Stored) => Values
  versionOf: (stored: Stored) => number
  /** What identifies an item. */
  keyOf: (values: Values) => Record<string, string>
  /** What belongs into the list, for one that is empty. */
  examples: string
  rowOf: (stored: Stored) => Omit<Row, 'to'>
  empty: Values
  inputs: (form: Form<Values>, configuration: Configuration) => ReactNode
  /** What stands below the form of an item. */
  more?: (stored: Stored) => ReactNode
}
