export const fieldSelection =
  'name label kind minimum maximum scale maximumLength choices { value label active } required'
