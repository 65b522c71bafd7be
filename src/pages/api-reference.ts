import { contentSecurityPolicy, hashSource } from './content-security-policy.ts'
import type { Page, PublicSession } from './playground.ts'

const styles = `
html, body { height: 100%; margin: 0; }
openapi-explorer { height: 100%; }`

/** A page that describes the REST API and sends requests. It loads nothing but this server's own files. */
export function apiReferencePage(session: PublicSession | undefined): Page {
  const script = session ? fillIn(session) : ''
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Casegate REST API</title>
<link rel="icon" href="data:,">
<style>${styles}</style>
<script type="module" src="docs/openapi-explorer.js"></script>
</head>
<body>
<openapi-explorer spec-url="openapi.json" hide-server-selection="true" schema-expand-level="3"></openapi-explorer>
${script && `<script>${script}</script>\n`}</body>
</html>
`
  return { body, headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policyOf(script) } }
}

function fillIn({ touchpoint, token }: PublicSession): string {
  // A "<" could end the script.
  const values = JSON.stringify({ touchpointHeader: touchpoint, tokenHeader: token }).replaceAll('<', '\\u003c')
  return `
document.querySelector('openapi-explorer').addEventListener('spec-loaded', async ({ target }) => {
  for (const [scheme, token] of Object.entries(${values})) await target.setAuthenticationConfiguration(scheme, { token })
}, { once: true })
`
}

function policyOf(script: string): string {
  return contentSecurityPolicy({
    'script-src': script ? `'self' ${hashSource(script)}` : "'self'",
    'style-src': "'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': 'data:',
    'connect-src': "'self'",
  })
}
