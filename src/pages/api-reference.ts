import { escapeHtml, htmlPage, type Page } from './html-page.ts'
import type { PublicSessions } from './playground.ts'

/** The files that the API reference loads. They are in the folder assets. */
export const apiReferenceFiles = ['swagger-ui.css', 'swagger-ui.js', 'api-reference.css', 'api-reference.js']

/** A page that describes the REST API and sends requests, with a session for each operation filled in. */
export function apiReferencePage(sessions: PublicSessions): Page {
  const filledIn = escapeHtml(JSON.stringify(sessions))
  return htmlPage({
    title: 'Casegate REST API',
    head: `<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/api-reference.css">`,
    body: `<noscript>The API reference requires JavaScript.</noscript>
<div id="api-reference" data-description="openapi.json" data-sessions="${filledIn}"></div>
<script src="docs/swagger-ui.js"></script>
<script type="module" src="docs/api-reference.js"></script>`,
    sources: { 'script-src': "'self'", 'style-src': "'self'", 'img-src': "'self' data:", 'connect-src': "'self'" },
  })
}
