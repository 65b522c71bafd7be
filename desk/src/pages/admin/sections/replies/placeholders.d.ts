/** The rules of the service, src/cases/values/placeholders.rules.ts. Vite resolves this name to that file. */
declare module 'placeholders' {
  export const placeholders: readonly Placeholder[]
  type Placeholder = 'customer.firstname' | 'case.id' | 'case.subject' | 'operator.firstname'
  /** The problem of a text, to follow its name. Null if there is none. */
  export function placeholderProblem(text: string): string | null
  export function fillPlaceholders(text: string, values: Record<Placeholder, string>): string
}
