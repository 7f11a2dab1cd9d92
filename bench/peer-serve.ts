// The peer of a cold start: nothing but Bun.serve.
Bun.serve({ port: Number(process.env.PORT), fetch: () => new Response('ok') })
