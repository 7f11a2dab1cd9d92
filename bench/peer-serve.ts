// Peer of a cold start: a bare Bun.serve.
Bun.serve({ port: Number(process.env.PORT), fetch: () => new Response('ok') })
