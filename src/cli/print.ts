/** Prints a value as JSON for programs, or a text for people. */
export function print(json: boolean, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value, null, 2) : text)
}
