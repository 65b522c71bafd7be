import { describe, expect, test } from 'vitest'
import { png } from '../support/attachments/upload.ts'
import { sessionCookie } from '../support/browser/desk.ts'
import { olga, paula, pedro } from '../support/requests/credentials.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ env: { ATTACHMENT_MAX_SIZE: '1000' } })

type Headers = Record<string, string>

/** A request of a page of the desk. */
function send(path: string, person = olga, { method = 'GET', body, ...headers }: Headers = {}): Promise<Response> {
  const { name, value } = sessionCookie(server.url, person)
  const own = { cookie: `${name}=${value}`, 'sec-fetch-site': 'same-origin', ...headers }
  return fetch(`${server.url}/desk/attachments${path}`, { method, headers: own, ...(body !== undefined && { body }) })
}

async function uploaded(content: BodyInit, person = olga): Promise<string> {
  const response = await send('?name=a.bin', person, { method: 'POST', body: content as string })
  expect(response.status).toBe(201)
  const { attachment } = (await response.json()) as { attachment: { id: string } }
  return attachment.id.replace('attachment:', '')
}

describe('the files of the desk', () => {
  test('are uploaded, read and deleted with the cookie of the session', async () => {
    const id = await uploaded(png)
    expect(await (await send(`/${id}`)).json()).toMatchObject({ attachment: { name: 'a.bin', mediaType: 'image/png' } })
    const content = await send(`/${id}/content`)
    expect(new Uint8Array(await content.arrayBuffer())).toEqual(png)
    const tag = content.headers.get('etag')!
    expect((await send(`/${id}/content`, olga, { 'if-none-match': tag })).status).toBe(304)
    // Nobody else sees it, not even who has its tag.
    for (const person of [paula, pedro]) {
      expect((await send(`/${id}/content`, person, { 'if-none-match': tag })).status).toBe(404)
      expect((await send(`/${id}`, person, { method: 'DELETE' })).status).not.toBe(204)
    }
    expect((await send(`/${id}`, olga, { method: 'DELETE' })).status).toBe(204)
    expect((await send(`/${id}/content`)).status).toBe(404)
  })

  test.each([
    ['HTML', '<html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['XML', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['PDF', '%PDF-1.7\n'],
  ])('of the kind %s are saved and never shown, with nothing that runs', async (_kind, content) => {
    const { headers } = await send(`/${await uploaded(content)}/content`)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename=/)
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-type')).not.toMatch(/html|svg/)
  })

  test('are not for other sites, and not without the session', async () => {
    const id = await uploaded('text')
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { 'sec-fetch-site': site }
      expect((await send(`/${id}/content`, olga, headers)).status).toBe(403)
      expect((await send('?name=x', olga, { ...headers, method: 'POST', body: 'x' })).status).toBe(403)
    }
    const { status } = await fetch(`${server.url}/desk/attachments/${id}/content`)
    expect(status).toBe(401)
    // A tab that shows another person.
    expect((await send('?name=x', olga, { 'desk-session': 'other', method: 'POST', body: 'x' })).status).toBe(401)
  })

  test('that are refused say why', async () => {
    const response = await send('?name=x', olga, { method: 'POST', body: 'x'.repeat(1001) })
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { detail: 'The content must have at most 1000 bytes.' },
    ])
  })
})
