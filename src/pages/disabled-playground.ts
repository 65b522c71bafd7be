import { contentSecurityPolicy, hashSource } from './content-security-policy.ts'
import { htmlPage } from './html-page.ts'
import { pageStyles } from './page-styles.ts'

/** What a browser gets on /graphql if the playground is off. */
export const disabledPlayground = htmlPage({
  title: 'Casegate GraphQL',
  head: `<style>${pageStyles}</style>`,
  body: `<main>
<h1>GraphQL API</h1>
<p>Programs send <code>POST</code> requests with a JSON body to this address.</p>
<h2>The playground is off</h2>
<p>The playground is a page on which you can write and run GraphQL operations. It is off by default on PostgreSQL. To turn
it on, set <code>GRAPHIQL=on</code> and restart the server:</p>
<pre tabindex="0"><code>GRAPHIQL=on npm start</code></pre>
<p><a href="/">All addresses of this server</a></p>
</main>`,
  contentSecurityPolicy: contentSecurityPolicy({ 'style-src': hashSource(pageStyles), 'img-src': 'data:' }),
  headers: { vary: 'Accept' },
})
