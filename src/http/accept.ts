/** Whether Accept prefers server-sent events to JSON. Only their own name stands for them, so that a wildcard is JSON. */
export function prefersEventStream(accept = ''): boolean {
  const qualities = new Map<string, number>()
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    qualities.set(type, Math.max(quality, qualities.get(type) ?? 0))
  }
  const stream = qualities.get('text/event-stream') ?? 0
  const json = ['application/json', 'application/*', '*/*'].map((type) => qualities.get(type))
  return stream > 0 && stream >= (json.find((quality) => quality !== undefined) ?? 0)
}
