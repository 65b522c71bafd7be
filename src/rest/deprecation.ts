/** That a route, or a parameter of one, is to go. The days are of the form YYYY-MM-DD, and begin in UTC. */
export interface Deprecation {
  /** Since when nobody should begin to use it. */
  since: string
  /** When it goes. */
  sunset: string
  /** Where it says what to use instead. */
  link: string
}

/** What tells a caller so: Deprecation (RFC 9745), Sunset (RFC 8594) and a link. Throws where the days are wrong. */
export function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  const [from, until] = [startOf(since), startOf(sunset)]
  if (until < from) throw new Error(`What is deprecated since ${since} cannot have gone before, on ${sunset}.`)
  return {
    deprecation: `@${from.getTime() / 1000}`,
    sunset: until.toUTCString(),
    link: `<${link}>; rel="deprecation"; type="text/html"`,
  }
}

function startOf(day: string): Date {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) throw new Error(`${day} is no day.`)
  return date
}
