/** An erasure replaces the address of a person by one in a domain that cannot exist. Only admins see that one. */
export function isErased(email: string | null | undefined): boolean {
  return email?.endsWith('@erased.invalid') ?? false
}

/** Operators see no address of an erased person, and those of all others. */
export function isErasedCustomer(party: { email: string | null } | null): boolean {
  return party !== null && party.email === null
}
