import type { ReactNode } from 'react'
import type { Configuration } from '../configuration/configuration'
import type { InputsFor, ValuesFor } from './inputs'
import type { ItemInput, ItemKind } from './item-kind'
import type { CodeNames } from '../configuration/names'

type SectionPart = keyof Configuration

type Stored<Part extends SectionPart> = Configuration[Part][number]

/** A part of the configuration, with its list and its forms. */
export interface AnySection<Item = Stored<SectionPart>> extends ItemKind {
  part: SectionPart
  /** The heading of the list. */
  title: string
  /** What the items are for. */
  hint: string
  /** What belongs into the list, for one that is empty. */
  examples: string
  /** What the list says about an item, below its name. */
  describe?(stored: Item): string
  /** What stands below the form of an item. */
  more?(stored: Item): ReactNode
}

/** A section whose inputs are those for a member of `ConfigureInput`. */
export interface Section<Part extends SectionPart> extends Omit<AnySection<Stored<Part>>, 'inputs' | 'nameOf'> {
  part: Part
  inputs: InputsFor<ItemInput<Part>, Stored<Part>>
  nameOf?(values: ValuesFor<ItemInput<Part>>, names: CodeNames): string
}
