/** Who calls. */
export type Credentials =
  /** A session. */
  | { touchpoint: string; token: string }
  /** A secret of the touchpoint, which can only create sessions. */
  | { touchpoint: string; secret: string }
  /** An access token from the identity provider. */
  | { accessToken: string; touchpoint?: string | undefined }

export function setCredentials(headers: Headers, credentials: Credentials): void {
  const { touchpoint, token, secret, accessToken } = credentials as Partial<Record<string, string>>
  const values = {
    'Service-Touchpoint': touchpoint,
    'Service-Token': token,
    'Service-Secret': secret,
    Authorization: accessToken && `Bearer ${accessToken}`,
  }
  for (const [name, value] of Object.entries(values)) {
    // The error that `Headers` throws would have the value in its message.
    if (value && /[\0\r\n]/.test(value.trim())) throw new TypeError(`The value of ${name} has more than one line.`)
    if (value !== undefined) headers.set(name, asBytes(value))
  }
}

/** A header value is a string with one character for each byte. */
function asBytes(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text))
}
