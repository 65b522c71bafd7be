/** An erasure replaces the address of a person by one in a domain that cannot exist. */
export function isErased(email: string | null | undefined): boolean {
  return email?.endsWith('@erased.invalid') ?? false
}
