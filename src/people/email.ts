/** An e-mail address as it is compared and kept unique: letter case does not count. */
export function emailKey(email: string): string {
  return email.toLowerCase()
}
