import { caseNumber, type JsonSchema } from './schemas.ts'

const header = (name: string, description: string, pattern?: string) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...(pattern !== undefined && { pattern }) },
})

const entityTag = '(W/)?"[\\x21\\x23-\\x7e]*"'
const entityTags = `^(\\*|${entityTag}( *, *${entityTag})*)$`

/** The parameters that several operations share. */
export const parameters = {
  RequestId: header(
    'X-Request-Id',
    'An ID for the request: up to 128 letters, digits and the characters `._:-`. Any other value is replaced.',
  ),
  Prefer: header(
    'Prefer',
    'With `handling=strict` (RFC 7240), unknown query parameters, unknown members of the body, and members that are ' +
      'repeated in an object are `malformedRequest`. Otherwise they are ignored, and the last of repeated members counts.',
  ),
  PreferWaiting: header(
    'Prefer',
    'With `wait=20` (RFC 7240), an empty answer is held until there is an event, for up to so many seconds and at most 30. With ' +
      '`handling=strict`, unknown query parameters are `malformedRequest`.',
  ),
  LastEventId: header('Last-Event-ID', 'The cursor after which a stream continues. It wins over `after`.'),
  IfNoneMatch: header('If-None-Match', 'The ETag of the response that the caller already has.'),
  Range: header(
    'Range',
    'One range of bytes (RFC 9110), such as `bytes=0-1023`. Several ranges are answered with all of the content.',
  ),
  IfMatch: header(
    'If-Match',
    'The version of the case that the caller has read, in quotes, or the ETag of a response about the case. If the case has ' +
      'another version, nothing is written and the response is 412. `*` matches every version. Weak tags (`W/"…"`) never ' +
      'match. Without quotes, the response is 400.',
    entityTags,
  ),
  IfMatchConfiguration: header(
    'If-Match',
    'The revision of the configuration that the caller has read, in quotes, or the ETag of a response about the configuration. If the ' +
      'configuration has another revision, nothing is written and the response is 412. `*` matches every revision. Weak tags ' +
      '(`W/"…"`) never match. Without quotes, the response is 400.',
    entityTags,
  ),
  IdempotencyKey: header(
    'Idempotency-Key',
    'A key of 1 to 255 characters that identifies the request, with or without quotes. If the same session sends the ' +
      'same key with the same request again within 24 hours, it gets the first response and nothing is written. With ' +
      'another request, the response is 409.',
  ),
  TotalCount: {
    name: 'totalCount',
    in: 'query',
    description: 'Whether to count the items on all pages.',
    schema: { type: 'boolean', default: false },
  },
  DryRun: {
    name: 'dryRun',
    in: 'query',
    description: 'Whether to check everything and respond as usual without writing anything.',
    schema: { type: 'boolean', default: false },
  },
}

export const pathParameters: Record<string, { description: string; schema: JsonSchema }> = {
  caseInstanceId: { description: String(caseNumber['description']), schema: numberSchema() },
  otherCaseId: { description: 'The ID of the other case.', schema: numberSchema() },
  commentId: { description: 'The ID of the comment.', schema: { type: 'string' } },
  typeCode: { description: 'The code of the case type.', schema: { type: 'string', minLength: 1 } },
  sessionId: { description: 'The ID of the session or the UUID in it, or `current`.', schema: { type: 'string' } },
  passkeyId: { description: 'The ID of the passkey or the UUID in it.', schema: { type: 'string' } },
  personId: { description: 'The ID of the person or the number in it.', schema: { type: 'string' } },
  attachmentId: { description: 'The ID of the file or the UUID in it.', schema: { type: 'string' } },
  touchpointCode: { description: 'The code of the touchpoint.', schema: { type: 'string' } },
  secretId: { description: 'The ID of the secret, or the UUID in it.', schema: { type: 'string' } },
  endpointId: { description: 'The ID of the webhook endpoint or the number in it.', schema: { type: 'string' } },
  deliveryId: { description: 'The ID of the delivery or the last number in it.', schema: { type: 'string' } },
}

function numberSchema(): JsonSchema {
  const { description: _, ...number } = caseNumber
  return number
}
