import { file } from 'bun'

// Bare peer of pages and public reads: each file at its name.
const routes: Record<string, Response> = {}
for (const path of process.argv.slice(2))
  routes[`/${path.split('/').at(-1)}`] = new Response(await file(path).bytes(), {
    headers: { 'Content-Type': 'application/json' },
  })
Bun.serve({ port: Number(process.env.PORT), hostname: '127.0.0.1', routes, fetch: () => new Response('ok') })
