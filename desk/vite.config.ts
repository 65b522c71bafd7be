import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The URL of Casegate. The development server forwards requests to it.
const target = process.env['CASEGATE_URL'] ?? 'http://127.0.0.1:4000'

export default defineConfig({
  base: '/desk/',
  plugins: [react()],
  build: {
    chunkSizeWarningLimit: 700,
    // What every page needs stays in one file, also what pages that are loaded later need too.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '^/desk/(graphql|attachments([/?].*)?|session(/options)?|sign-in|callback|invitation/(options|passkey)|passkeys(/options)?)$':
        {
          target,
          changeOrigin: true,
        },
    },
  },
})
