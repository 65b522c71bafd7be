import { mediaRanges, qualityOf } from '../../http/headers/accept.ts'

const json = 'application/json'
/** By what Accept names. */
const mediaTypes: Readonly<Record<string, string>> = {
  '*/*': json,
  'application/*': json,
  'application/json': json,
  'application/graphql-response+json': 'application/graphql-response+json',
  'text/event-stream': 'text/event-stream',
  'multipart/mixed': 'multipart/mixed',
}

/** The media types of responses that the caller accepts, each once, and the most wanted first. */
export function acceptedMediaTypes(accept = ''): string[] {
  const whole = accept || '*/*'
  if (Object.hasOwn(mediaTypes, whole)) return [mediaTypes[whole]!]
  const accepted = mediaRanges(accept).flatMap(({ type, parameters }) => {
    const isExcluded = parameters.some((parameter) => /^charset=(?!"?utf-8"?$)/.test(parameter))
    const named = Object.hasOwn(mediaTypes, type) && !isExcluded ? mediaTypes[type]! : []
    return [named].flat().map((type) => ({ type, quality: qualityOf(parameters) }))
  })
  const wanted = accepted.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  return [...new Set(wanted.map(({ type }) => type))]
}

/** How results follow one another in a response. */
export interface StreamForm {
  contentType: string
  begin: string
  /** A result, of which this is the JSON. */
  part(text: string): string
  /** Sent when nothing happens, so that proxies do not end the response. */
  heartbeat: string
  end: string
}

/** https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md#distinct-connections-mode */
const events: StreamForm = {
  contentType: 'text/event-stream',
  // Some browsers wait for the first text.
  begin: ':\n\n',
  part: (text) => `event: next\ndata: ${text}\n\n`,
  heartbeat: ':\n\n',
  end: 'event: complete\ndata:\n\n',
}

const parts: StreamForm = {
  contentType: 'multipart/mixed; boundary="-"',
  begin: '\r\n---',
  part(text) {
    const headers = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}`
    return `\r\n${headers}\r\n\r\n${text}\r\n---`
  },
  heartbeat: '',
  end: '--\r\n',
}

/** https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol */
const payloads: StreamForm = {
  ...parts,
  part: (text) => parts.part(`{"payload":${text}}`),
  heartbeat: parts.part('{}'),
}

const isJson = (type: string) => type.startsWith('application/')

/** The JSON type that the caller wants most, and the form in which it reads several results. Undefined if it accepts none. */
export function acceptedForms(accept = ''): { jsonType: string | undefined; stream: StreamForm | undefined } {
  const types = acceptedMediaTypes(accept)
  const jsonType = types.find(isJson)
  switch (types.find((type) => !isJson(type))) {
    case 'text/event-stream':
      return { jsonType, stream: events }
    case 'multipart/mixed':
      return { jsonType, stream: /;\s*subscriptionspec=/i.test(accept) ? payloads : parts }
    default:
      return { jsonType, stream: undefined }
  }
}
