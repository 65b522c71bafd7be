/** The definition of a field, without a value. */
export const fieldSelection =
  'name label kind minimum maximum scale maximumLength choices { value label active } required'
