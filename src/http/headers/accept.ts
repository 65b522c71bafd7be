/** The media ranges of Accept in lower case, each with its parameters and without whitespace. */
export function mediaRanges(accept: string): { type: string; parameters: string[] }[] {
  return accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.replaceAll(/\s/g, '').toLowerCase().split(';')
    return { type, parameters }
  })
}

/** How much a media range is wanted, by its parameter q. */
export function qualityOf(parameters: readonly string[]): number {
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
  return Number.isNaN(quality) ? 1 : quality
}

/** Whether Accept prefers a media type to JSON. The type must be named: a wildcard means JSON. */
export function prefersToJson(mediaType: string, accept = ''): boolean {
  const qualities = new Map<string, number>()
  for (const { type, parameters } of mediaRanges(accept)) {
    qualities.set(type, Math.max(qualityOf(parameters), qualities.get(type) ?? 0))
  }
  const quality = qualities.get(mediaType) ?? 0
  const json = ['application/json', 'application/*', '*/*'].map((type) => qualities.get(type))
  return quality > 0 && quality >= (json.find((each) => each !== undefined) ?? 0)
}
