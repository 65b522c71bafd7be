/** The placeholders of saved replies, written as `{{name}}`. */
export const placeholders = ['customer.firstname', 'case.id', 'case.subject', 'operator.firstname'] as const

/** The text for each placeholder. Empty if the case has no such value. */
type PlaceholderValues = Record<(typeof placeholders)[number], string>

const names = placeholders.map((name) => name.replace('.', '\\.')).join('|')
const placeholder = new RegExp(`( ?)\\{\\{ *(${names}) *\\}\\}`, 'g')
const otherBraces = new RegExp(`\\{\\{(?! *(?:${names}) *\\}\\})[^{}\\n]{0,50}(?:\\}\\})?`)

/** The problem of a text, or null. Two opening braces are always the beginning of a placeholder, so that typos are noticed. */
export function placeholderProblem(text: string): string | null {
  const [found] = otherBraces.exec(text) ?? []
  if (found === undefined) return null
  const allowed = placeholders.map((name) => `{{${name}}}`).join(', ')
  return `must not contain placeholders other than ${allowed}, but contains ${JSON.stringify(found)}`
}

/** Replaces placeholders with values. Placeholders inside of values stay as they are. An empty value also removes the space before it. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replaceAll(placeholder, (_found, space: string, name: keyof PlaceholderValues) =>
    values[name] === '' ? '' : `${space}${values[name]}`,
  )
}
