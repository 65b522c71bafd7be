/** The target of the audit events about a person. */
export function personTarget(id: number): string {
  return `person:${id}`
}
