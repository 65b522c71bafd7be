// Files written by hand on node:http and pg: the same rows of 256 KiB, with nothing but a hash. What it does not check, it does not pay for.
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
await pool.query('create table if not exists files (id uuid primary key, size int, sha256 text)')
await pool.query(
  'create table if not exists file_chunks (id uuid, number int, content bytea, primary key (id, number)); ' +
    'alter table file_chunks alter column content set storage external',
)
const insert = 'insert into file_chunks values ($1, $2, $3)'
const select = 'select content from file_chunks where id = $1 and number = $2'

createServer(async (request, response) => {
  if (request.url === '/readyz') return response.end()
  if (request.method === 'POST') {
    const id = randomUUID()
    const hash = createHash('sha256')
    let [waiting, number, size] = [Buffer.alloc(0), 0, 0]
    for await (const chunk of request as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
      waiting = Buffer.concat([waiting, chunk])
      for (; waiting.length >= 262_144; waiting = waiting.subarray(262_144)) {
        await pool.query({ name: 'insert', text: insert, values: [id, number++, waiting.subarray(0, 262_144)] })
      }
    }
    if (waiting.length > 0) await pool.query({ name: 'insert', text: insert, values: [id, number++, waiting] })
    await pool.query('insert into files values ($1, $2, $3)', [id, size, hash.digest('hex')])
    return response.writeHead(201).end(JSON.stringify({ id }))
  }
  const id = request.url!.slice(1)
  const { rows } = await pool.query('select size from files where id = $1', [id])
  response.writeHead(200, { 'content-length': rows[0].size })
  for (let number = 0; number * 262_144 < rows[0].size; number++) {
    const { rows: chunks } = await pool.query({ name: 'select', text: select, values: [id, number] })
    if (!response.write(chunks[0].content)) await new Promise((resolve) => response.once('drain', resolve))
  }
  response.end()
}).listen(Number(process.env['PORT']), '127.0.0.1')
