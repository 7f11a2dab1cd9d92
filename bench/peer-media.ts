import { join } from 'node:path'

// Bare peer of uploads and ranges.
const directory = process.env.DIRECTORY ?? '.'

Bun.serve({
  port: Number(process.env.PORT),
  maxRequestBodySize: 2 ** 31,
  async fetch(request) {
    const path = join(directory, new URL(request.url).pathname.slice(1) || 'film')
    if (request.method !== 'PUT') return new Response(Bun.file(path))
    const file = Bun.file(path).writer()
    for await (const part of request.body ?? []) {
      file.write(part)
      await file.flush()
    }
    await file.end()
    return new Response('ok')
  },
})
