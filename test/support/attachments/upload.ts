import { createHash, randomBytes } from 'node:crypto'
import { type Credentials, credentialHeaders, olga } from '../requests/credentials.ts'

export interface UploadedFile {
  id: string
  name: string
  size: number
  mediaType: string
  sha256: string
  createdAt: string
  contentPath: string
}

interface Sent extends Partial<Credentials> {
  name?: string
  headers?: Record<string, string>
}

/** Sends a file. A stream is sent in chunks, without a Content-Length. */
export function sendFile(url: string, body: BodyInit, { name = 'file.bin', headers, ...caller }: Sent = {}) {
  const isStream = body instanceof ReadableStream
  return fetch(`${url}/api/v4/attachments?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body,
    headers: { ...credentialHeaders({ ...olga, ...caller }), ...headers },
    ...(isStream && { duplex: 'half' }),
  } as RequestInit)
}

/** Uploads a file and returns it. Throws if it is refused. */
export async function upload(url: string, body: BodyInit, sent: Sent = {}): Promise<UploadedFile> {
  const response = await sendFile(url, body, sent)
  if (response.status !== 201) throw new Error(await response.text())
  return ((await response.json()) as { attachment: UploadedFile }).attachment
}

/** Requests a path with GET, as Olga by default. */
export function get(url: string, path: string, { headers, ...caller }: Sent = {}): Promise<Response> {
  return fetch(`${url}${path}`, { headers: { ...credentialHeaders({ ...olga, ...caller }), ...headers } })
}

export const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex')

/** Incompressible content. */
export const randomContent = (size: number) => Uint8Array.from(randomBytes(size))

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const header = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0]
/** The beginning of an image, by which it is recognised. */
export const png = Uint8Array.from([...signature, ...header])
