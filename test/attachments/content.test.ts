import { describe, expect, test } from 'vitest'
import { get, png, randomContent, upload } from '../support/attachments/upload.ts'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()
const size = 600_000
const content = randomContent(size)
const stored = async () => (await upload(server.url, content, { name: 'random.bin' })).contentPath

describe('the content of a file', () => {
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=262143-262144', 262_143, 262_144],
    ['bytes=599999-', 599_999, 599_999],
    ['bytes=0-9999999', 0, 599_999],
    ['bytes=-1', 599_999, 599_999],
    ['bytes=-9999999', 0, 599_999],
  ])('is sent in part for %s', async (range, start, end) => {
    const response = await get(server.url, await stored(), { headers: { range } })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(Buffer.from(bytes).equals(content.subarray(start, end + 1))).toBe(true)
  })

  test.each(['bytes=0-1,5-6', 'bytes=5-4', 'bytes=a-b', 'items=0-1', 'bytes', 'bytes=-', 'bytes=0x1-2'])(
    'is complete for %s',
    async (range) => {
      const response = await get(server.url, await stored(), { headers: { range } })
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, size])
    },
  )

  test.each(['bytes=600000-', 'bytes=9999999999999999999-', 'bytes=-0'])('is not satisfiable for %s', async (range) => {
    const response = await get(server.url, await stored(), { headers: { range } })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  })

  test('is not sent again to whoever has it, and If-Range counts', async () => {
    const path = await stored()
    const { headers } = await get(server.url, path)
    const etag = headers.get('etag')!
    for (const held of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      expect((await get(server.url, path, { headers: { 'if-none-match': held } })).status).toBe(304)
    }
    const part = (ifRange: string) => get(server.url, path, { headers: { range: 'bytes=0-1', 'if-range': ifRange } })
    expect((await part(etag)).status).toBe(206)
    expect((await part('"other"')).status).toBe(200)
  })

  test('has the same headers for HEAD, without a body', async () => {
    const path = await stored()
    const { headers } = await get(server.url, path)
    const head = await fetch(`${server.url}${path}`, { method: 'HEAD', headers: credentialHeaders(olga) })
    expect(head.headers.get('content-length')).toBe(`${size}`)
    for (const name of ['content-type', 'etag', 'content-disposition', 'accept-ranges']) {
      expect(head.headers.get(name)).toBe(headers.get(name))
    }
  })

  test('is never compressed, so that ranges and tags are those of the file', async () => {
    const { contentPath } = await upload(server.url, 'text '.repeat(10_000), { name: 'long.txt' })
    const { headers } = await sendRaw(server.url, {
      path: contentPath,
      headers: { ...credentialHeaders(olga), 'accept-encoding': 'br, gzip' },
    })
    expect([headers['content-encoding'], headers['content-length']]).toEqual([undefined, '50000'])
  })
})

const gif = Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;')
const hostile: [what: string, content: string | Uint8Array<ArrayBuffer>, name: string][] = [
  ['HTML', '<!doctype html><script>parent.stolen = document.cookie</script>', 'page.html'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image.svg'],
  ['SVG with a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'image.svg'],
  ['XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>', 'a.xhtml'],
  ['a PDF with a script', '%PDF-1.7\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj', 'form.pdf'],
  ['a script', 'alert(1)', 'script.js'],
  ['UTF-16', Buffer.from('\ufeff<script>alert(1)</script>', 'utf16le'), 'page.html'],
  ['UTF-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-', 'page.html'],
  ['an empty-looking text', ' \r\n\t', ' '],
]

describe('nothing runs:', () => {
  test.each(hostile)('%s is saved and not shown', async (_what, body, name) => {
    const { contentPath } = await upload(server.url, body, { name, headers: { 'content-type': 'text/html' } })
    const { headers } = await get(server.url, contentPath)
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(headers.get('content-type')).not.toMatch(/html|svg|javascript/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  })

  test.each([
    ['a PNG with HTML behind', Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]), 'image/png'],
    ['a GIF that is a script too', Buffer.concat([gif, Buffer.from('=1;alert(1)')]), 'image/gif'],
  ])('%s is shown as an image', async (_what, body, mediaType) => {
    const { contentPath } = await upload(server.url, body, { name: 'a.html' })
    const { headers } = await get(server.url, contentPath)
    expect(headers.get('content-type')).toBe(mediaType)
    expect(headers.get('content-disposition')).toMatch(/^inline;/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each([
    '..',
    'a"; filename="b.html',
    '\u202egpj.exe',
    "é'();\u00a0",
    '%2e%2e%2fx',
    'CON',
    '\u{1f4a9}'.repeat(255),
  ])('the name %s stays within its header', async (name) => {
    const file = await upload(server.url, 'x', { name })
    expect(file.name).toBe(name)
    const { headers } = await get(server.url, file.contentPath)
    const disposition = headers.get('content-disposition')!
    expect(disposition).toMatch(/^[\x20-\x7e\xa0-\xff]*$/)
    // Outside the quotes.
    expect(disposition.replaceAll(/"(?:\\.|[^"\\])*"/g, '').match(/filename=/g)).toHaveLength(1)
  })
})
