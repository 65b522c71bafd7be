import { createContext, useContext } from 'react'

/** What connects an input with its label, its hint and its problem. */
interface Control {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

/** Given by a field to the input in it. */
export const ControlContext = createContext<Control>({})

export function useControl(): Control {
  return useContext(ControlContext)
}
