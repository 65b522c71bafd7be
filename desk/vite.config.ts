import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { plainDocuments } from './plain-documents.ts'

// The URL of Casegate. The development server forwards requests to it.
const target = process.env['CASEGATE_URL'] ?? 'http://127.0.0.1:4000'

export default defineConfig({
  base: '/desk/',
  plugins: [plainDocuments(), react()],
  // The arithmetic of the service, for previews.
  resolve: {
    alias: {
      'working-time': new URL('../src/sla/working-time.ts', import.meta.url).pathname,
      placeholders: new URL('../src/cases/values/placeholders.rules.ts', import.meta.url).pathname,
    },
  },
  build: {
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // It sends the first requests before everything else is there.
            { name: 'early', test: /session.(early|viewer-query)/, priority: 1 },
            // What every page needs stays in one file, also what pages that are loaded later need too.
            { name: 'index', tags: ['$initial'] },
          ],
        },
      },
    },
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
