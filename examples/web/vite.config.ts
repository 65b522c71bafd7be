import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Where Casegate runs. The page asks its own server, which passes the request on: no origin has to be allowed.
const target = process.env['CASEGATE_URL'] ?? 'http://127.0.0.1:4000'
const proxy = { '/graphql': { target, changeOrigin: true } }

export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
})
