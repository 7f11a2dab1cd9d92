import { join } from 'node:path'
import type { ComponentType } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { Root } from '#client/app.tsx'
import type { Boot } from '#client/lib/boot.tsx'
import { makeProviders, makeQueryClient } from '#client/lib/query.tsx'
import type { PageProps } from '#client/page.ts'
import type { Route } from '#client/route.ts'
import { factsOf, findRoute } from '#client/routes.ts'
import { Card } from '#client/ui/layout/card.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { Money } from '#client/ui/marks/money.tsx'
import { builtAssets } from '../src/server/web/assets.ts'
import { makeTestApp } from '../tests/support/app.ts'
import type { Figure } from './run.ts'

const root = join(import.meta.dir, '..')

function HundredComponents() {
  return (
    <Page>
      {Array.from({ length: 100 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <Card key={index}>
          <h2>Boat {index}</h2>
          <Badge tone="live">Live</Badge>
          <Money amount={String(index * 100)} />
        </Card>
      ))}
    </Page>
  )
}

const hundred: Route = {
  ...findRoute('/login', false).route,
  load: async () => ({ default: HundredComponents }),
}

/** Microseconds; rounds alternate, so that load hits both. */
async function cpuOf(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<[number, number]> {
  const cpuTimes = [0, 0]
  const each = 100
  const rounds = 24
  for (let round = -4; round < rounds; round++)
    for (const [index, work] of [one, other].entries()) {
      const before = process.cpuUsage()
      for (let n = 0; n < each; n++) await work()
      const { user, system } = process.cpuUsage(before)
      // Warm-up.
      if (round >= 0) cpuTimes[index] = (cpuTimes[index] ?? 0) + user + system
    }
  return [(cpuTimes[0] ?? 0) / rounds / each, (cpuTimes[1] ?? 0) / rounds / each]
}

/** Compares with a bare renderToReadableStream of the same tree. */
async function compare(name: string, route: Route): Promise<Figure> {
  const assets = builtAssets(join(root, 'dist'))
  const { app } = await makeTestApp(
    { LOG_LEVEL: 'error' },
    { assets, findRoute: () => ({ route, params: {} }) },
  )
  const full = async () => (await app.request('http://localhost/')).text()
  const tournaments = await (await app.request('http://localhost/api/tournaments')).json()
  const page: ComponentType<PageProps> = (await route.load()).default
  const boot: Boot = {
    route: route.id,
    page: factsOf(route),
    params: {},
    search: '',
    viewer: null,
    sessionEndsAt: null,
    theme: null,
    now: Date.now(),
    payments: 'test',
    paymentForm: null,
    sendsMail: false,
    confirmsEmail: false,
    hasGate: false,
    supportEmail: null,
    minimumAge: null,
    requestId: Bun.randomUUIDv7(),
    eventId: '',
    canonical: 'http://localhost/',
    files: {
      stylesheets: assets.stylesheets,
      fonts: assets.fonts,
      modulepreload: route.script === 'none' ? [] : assets.scriptsOf(route.id),
      enhance: route.script === 'late' ? assets.late : assets.enhance,
    },
  }
  const bare = async () => {
    const queryClient = makeQueryClient(async () => tournaments)
    if (route.preload) queryClient.setQueryData(['/api/tournaments'], tournaments)
    const stream = await renderToReadableStream(
      <Root page={page} boot={boot} nonce="0123456789abcdef" data={makeProviders(queryClient)} />,
      { nonce: '0123456789abcdef', ...(route.script === 'react' && { bootstrapModules: [assets.entry] }) },
    )
    return new Response(stream).text()
  }
  const [ours, theirs] = await cpuOf(full, bare)
  return {
    name,
    value: ours,
    limit: 1.3 * theirs,
    unit: 'µs CPU',
    against: `1.3 × bare renderToReadableStream, ${theirs.toFixed(0)} µs in this run`,
  }
}

export async function run(): Promise<Figure[]> {
  return [
    await compare('landing page', findRoute('/', false).route),
    await compare('page of 100 components', hundred),
  ]
}
