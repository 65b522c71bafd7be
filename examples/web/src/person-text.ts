/** The first name, and the email address if the caller may see it. */
export function personText({ firstname, email }: { firstname: string; email?: string | null }): string {
  return email ? `${firstname}, ${email}` : firstname
}
