import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The URL of Casegate. The development server forwards requests to it, so that no CORS settings are needed.
const target = process.env['CASEGATE_URL'] ?? 'http://127.0.0.1:4000'
const proxy = { '/graphql': { target, changeOrigin: true } }

export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
})
