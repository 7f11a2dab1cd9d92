// Bare peer of public reads.
const routes: Record<string, Response> = {}
for (const path of process.argv.slice(2)) {
  const body = await Bun.file(path).bytes()
  routes[`/${path.split('/').at(-1)}`] = new Response(body, {
    headers: { 'Content-Type': 'application/json' },
  })
}
Bun.serve({ port: Number(process.env.PORT), hostname: '127.0.0.1', routes, fetch: () => new Response('ok') })
