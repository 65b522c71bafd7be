/** Who calls. */
export type Credentials =
  /** A session. */
  | { touchpoint: string; token: string }
  /** A secret of the touchpoint, which only creates sessions. */
  | { touchpoint: string; secret: string }
  /** An access token of the OpenID Connect issuer. */
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
    // The error of the platform would have the value in its message.
    if (value && /[\0\r\n]/.test(value.trim())) throw new TypeError(`The value of ${name} has more than one line.`)
    if (value !== undefined) headers.set(name, asBytes(value))
  }
}

/** Values of headers are bytes, each written as one character. */
function asBytes(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text))
}
