// Bare peer of a cold start.
Bun.serve({ port: Number(process.env.PORT), fetch: () => new Response('ok') })
