/** One line or several for people, or the same as JSON for programs. */
export function print(json: boolean, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value, null, 2) : text)
}
