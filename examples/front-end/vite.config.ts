import { defineConfig } from 'vite'

// The browser sees one origin, so that no CORS settings are needed.
const target = process.env['CASEGATE_URL'] ?? 'http://127.0.0.1:4000'
const proxy = { '/graphql': target, '/api': target }

export default defineConfig({ server: { host: '127.0.0.1', proxy }, preview: { host: '127.0.0.1', proxy } })
