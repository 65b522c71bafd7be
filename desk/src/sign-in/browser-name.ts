const browsers = { Edg: 'Edge', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari' }
const systems = { Android: 'Android', iPhone: 'iPhone', iPad: 'iPad', Windows: 'Windows', Mac: 'Mac', Linux: 'Linux' }

/** What the browser calls itself, for the name of a passkey: "Firefox on Linux". */
export function browserName(agent = navigator.userAgent): string {
  return `${first(browsers, agent) ?? 'A browser'} on ${first(systems, agent) ?? 'a device'}`
}

/** The name of the first key that the text contains. */
function first(names: Record<string, string>, text: string): string | undefined {
  return Object.entries(names).find(([key]) => text.includes(key))?.[1]
}
