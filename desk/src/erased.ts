/** An erasure replaces the address of a person by one in a domain that cannot exist. Only admins see that one; to operators it is null. */
export function isErased(email: string | null | undefined): boolean {
  return email === null || email?.endsWith('@erased.invalid') === true
}
