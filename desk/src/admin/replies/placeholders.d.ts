/** The rules of the service: src/cases/values/placeholders.rules.ts, which Vite finds by this name. */
declare module 'placeholders' {
  export const placeholders: readonly Placeholder[]
  type Placeholder = 'customer.firstname' | 'case.id' | 'case.subject' | 'operator.firstname'
  /** What is wrong with a text, after its name. Null if nothing is. */
  export function placeholderProblem(text: string): string | null
  export function filled(text: string, values: Record<Placeholder, string>): string
}
