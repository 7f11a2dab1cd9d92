import { join } from 'node:path'
import type { Server } from 'bun'
import late from '#client/dev/late.html'
import page from '#client/dev/page.html'
import plain from '#client/dev/plain.html'
import { makeApp } from './app.ts'
import { banner } from './banner.ts'
import { makeCoreDeps, makeDeps } from './program.ts'
import { prepare } from './serve.ts'
import type { Assets } from './web/assets.ts'
import { pictureFonts } from './web/picture-fonts.ts'

/** Development server with hot reload of client and server. State that survives a reload lives on `globalThis`. */
declare global {
  var devServer: Server<undefined> | undefined
  var devPrepared: Awaited<ReturnType<typeof prepare>> | undefined
}

const root = join(import.meta.dir, '../..')

/** Script and style sheets of an entry. */
async function filesOf(
  server: Server<undefined>,
  path: string,
): Promise<{ script: string; stylesheets: string[] }> {
  const html = await (await fetch(new URL(path, server.url))).text()
  const script = /src="([^"]+)"/.exec(html)?.[1]
  if (!script) throw new Error('the development bundler gave no script')
  return {
    script,
    stylesheets: [...html.matchAll(/rel="stylesheet"[^>]*href="([^"]+)"/g)].map(match => match[1] ?? ''),
  }
}

async function start(): Promise<void> {
  const routes = { '/__dev/page': page, '/__dev/late': late, '/__dev/plain': plain }
  let handle: (request: Request, server: Server<undefined>) => Response | Promise<Response> = () =>
    new Response('Starting…', { status: 503 })
  const options = {
    port: Number(process.env.PORT ?? 3000),
    hostname: process.env.HOST ?? '0.0.0.0',
    development: { hmr: true },
    routes,
    fetch: (request: Request, server: Server<undefined>) => handle(request, server),
  }
  const server = globalThis.devServer ?? Bun.serve(options)
  if (globalThis.devServer) server.reload(options)
  globalThis.devServer = server
  const assets: Assets & { stylesheets: readonly string[] } = {
    stylesheets: [],
    fonts: [],
    scriptsOf: () => [],
    entry: '',
    late: '',
    enhance: '',
    embed: '',
    pictureFonts: pictureFonts(),
    development: true,
  }
  /** Bundled names change with their content. */
  const refresh = async () => {
    const [hydrating, waiting, enhancing] = [
      await filesOf(server, '/__dev/page'),
      await filesOf(server, '/__dev/late'),
      await filesOf(server, '/__dev/plain'),
    ]
    Object.assign(assets, {
      stylesheets: hydrating.stylesheets,
      entry: hydrating.script,
      late: waiting.script,
      enhance: enhancing.script,
    })
  }
  const first = globalThis.devPrepared === undefined
  const setup = await prepare(root, {
    assets,
    ...(globalThis.devPrepared && { resources: globalThis.devPrepared.resources }),
  })
  globalThis.devPrepared = setup
  const app = makeApp(makeDeps(makeCoreDeps(setup.resources)), setup.settings)
  handle = async (request, bunServer) => {
    if (assets.entry === '' || request.headers.get('accept')?.includes('text/html')) await refresh()
    return app.fetch(request, { server: bunServer })
  }
  if (first)
    process.stdout.write(
      banner(setup.resources.env, server.port ?? 0, setup.resources.password?.value ?? null),
    )
}

void start()
