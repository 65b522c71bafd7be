/** What a saved reply can contain as `{{name}}`. */
export const placeholders = ['customer.firstname', 'case.id', 'case.subject', 'operator.firstname'] as const

/** The text of each placeholder. Empty if there is none. */
export type PlaceholderValues = Record<(typeof placeholders)[number], string>

const names = placeholders.map((name) => name.replace('.', '\\.')).join('|')
const placeholder = new RegExp(`( ?)\\{\\{ *(${names}) *\\}\\}`, 'g')
const otherBraces = new RegExp(`\\{\\{(?! *(?:${names}) *\\}\\})[^{}\\n]{0,50}(?:\\}\\})?`)

/** The problem of a text, or null. Two opening braces are always the beginning of a placeholder, so that a typing error is noticed. */
export function placeholderProblem(text: string): string | null {
  const [found] = otherBraces.exec(text) ?? []
  if (found === undefined) return null
  const allowed = placeholders.map((name) => `{{${name}}}`).join(', ')
  return `must contain no other placeholders than ${allowed}, but contains ${JSON.stringify(found)}`
}

/** The text with values instead of placeholders, which are not read again. An empty value takes the space before it along. */
export function filled(text: string, values: PlaceholderValues): string {
  return text.replaceAll(placeholder, (_found, space: string, name: keyof PlaceholderValues) =>
    values[name] === '' ? '' : `${space}${values[name]}`,
  )
}
