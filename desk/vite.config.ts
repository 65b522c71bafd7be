import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The URL of Casegate. The development server forwards requests to it, so that no CORS settings are needed.
const target = process.env['CASEGATE_URL'] ?? 'http://127.0.0.1:4000'
const proxy = { '/graphql': { target, changeOrigin: true } }

/** The built page needs nothing else. Send the same header from your own server. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export default defineConfig({
  plugins: [react()],
  build: { chunkSizeWarningLimit: 700 },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy, headers: { 'Content-Security-Policy': contentSecurityPolicy } },
})
