import { expect } from 'bun:test'
import type { LogPage } from '#contract/tournaments/log.ts'
import { checkLog, type LogEvent, type LogHead, wrongTexts } from '#contract/tournaments/log-chain.ts'
import { sha256 } from '#server/tournaments/log/commitments.ts'
import type { TestApp } from './app.ts'

/** The whole log, by pages. */
export async function readLog({ page }: Pick<TestApp, 'page'>, tournament: string, cookie?: string) {
  const [events, texts]: [LogEvent[], Record<string, { salt: string; text: string }>] = [[], {}]
  for (let path: string | undefined = `/api/tournaments/${tournament}/log`; path; ) {
    const response: Response = await page(path, { ...(cookie !== undefined && { cookie }) })
    expect(response.status).toBe(200)
    const found: LogPage = await response.json()
    events.push(...found.events)
    Object.assign(texts, found.texts)
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  /** What a hash stands for; null: erased. */
  const said = (hash: string | null) => (hash === null ? null : (texts[hash]?.text ?? null))
  return { events, texts, said }
}

/** Recomputes the log as a browser does. Expects that its texts are right. */
export async function checkRead(
  site: Pick<TestApp, 'page'>,
  tournament: string,
  { cookie, published = [] }: { cookie?: string; published?: LogHead[] } = {},
) {
  const { events, texts } = await readLog(site, tournament, cookie)
  expect(await wrongTexts(texts, sha256)).toEqual([])
  return checkLog(events, { tournament, sha256, published })
}
