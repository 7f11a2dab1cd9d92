import { LRUCache } from 'lru-cache'
import type { ReactNode } from 'react'
import type { AnswerBoot, Viewer } from '#client/lib/boot.tsx'
import type { Fetcher } from '#client/lib/query.tsx'
import type { Route } from '#client/route.ts'
import type { Deps } from '#server/deps.ts'
import type { AppContext, Visitor } from '#server/http/context.ts'
import { gzipPieces, join, Piece, windowSize } from './gzip-pieces.ts'
import { type Answers, recordAnswers } from './record-answers.ts'
import { type RenderOptions, renderPage, renderPersonal } from './render.tsx'
import { makeParts, type PartTexts } from './shared-parts.ts'

/** Milliseconds. Statuses and relative times follow the clock, so a page may be this much late. */
const maxAge = 1000
/** Bytes, with those of the compressed form. */
const mainBudget = 16_000_000
const frameBudget = 16_000_000
/** Milliseconds. */
const patience = 30_000

/** Of `hono/secure-headers`. Compression relies on it. */
const nonceLength = 24

/** Values of one answer, which stand in pages as markers. */
type Slot = 'nonce' | 'requestId' | 'eventId' | 'now' | 'sessionEndsAt' | 'unread' | 'personal'

/** Tables whose rows shared pages show. */
const shown = ['tournaments', 'entries', 'boats', 'updates', 'announcements', 'users', 'branding'] as const

/** A member without any data, so that shared content cannot hold a person's. */
const anyMember: Viewer = { id: '', email: '', firstName: null, lastName: null, profileImageUrl: null }

type Part = Piece | Slot

/** Content of `main`. */
interface Main {
  version: number
  now: number
  eventId: string
  parts: readonly Part[]
  /** What each viewer sees in place of its mark; null: nothing. */
  personal: ReactNode
  /** For the next rendering at the same time. */
  texts: PartTexts
  answers: Answers
}

/** A person's document around `main`. */
interface Frame {
  before: readonly Part[]
  after: readonly Part[]
}

interface Rendering {
  version: number
  main: Promise<Main>
  /** After it, with what was written meanwhile. */
  next: Promise<Main> | null
}

interface Needs {
  deps: Pick<Deps, 'db' | 'now' | 'events'>
  entry: string
  /** In-process API. */
  fetcherFor: (visitor: Visitor) => Fetcher
}

export interface SharedVisit {
  route: Route
  boot: AnswerBoot
  /** Revision. */
  brand: string
}

/**
 * Renders the content of `main` once per change of its data, without any person, and each person's document around it
 * once per change of the person; then joins their bytes. Both are compressed once.
 */
export function makeSharedPages({ deps: { db, now, events }, entry, fetcherFor }: Needs) {
  const id = crypto.randomUUID().replaceAll('-', '')
  const mark = (slot: string) => `m${id}${slot}`
  // A JSON number and a valid time, as `now` must be.
  const nowMark = 8_000_000_000_000_000 + Math.floor(Math.random() * 6e14)
  const slots = new RegExp(`m${id}(nonce|requestId|eventId|sessionEndsAt|unread|personal)|(${nowMark})`)
  const mainMark = mark('main')

  let version = 0
  db.changes.listen(shown, () => {
    version += 1
  })

  const mains = new LRUCache<string, Main>({
    maxSize: mainBudget,
    sizeCalculation: ({ parts, texts, answers }) => sizeOf(parts) + sizeOfTexts(texts) + answers.json.length,
  })
  const frames = new LRUCache<string, Frame>({
    maxSize: frameBudget,
    sizeCalculation: ({ before, after }) => sizeOf(before) + sizeOf(after),
  })
  const rendering = new Map<string, Rendering>()
  const framing = new Map<string, Promise<Frame>>()

  function partsOf(html: string): Part[] {
    const parts: Part[] = []
    let before = new Uint8Array()
    // `split` interleaves text and both groups.
    for (const [index, text] of html.split(slots).entries()) {
      if (text === undefined) continue
      if (index % 3 === 0) {
        const piece = new Piece(text, before)
        parts.push(piece)
        before = join([before, piece.bytes]).slice(-windowSize)
      } else {
        const slot = index % 3 === 1 ? (text as Slot) : 'now'
        parts.push(slot)
        before = slot === 'nonce' ? join([before, new Uint8Array(nonceLength)]) : new Uint8Array()
      }
    }
    return parts
  }

  async function render(
    options: Pick<
      RenderOptions,
      'route' | 'boot' | 'fetcher' | 'log' | 'main' | 'replacePart' | 'takePersonal'
    >,
  ) {
    const { stream } = await renderPage({
      ...options,
      boot: { ...options.boot, requestId: mark('requestId') },
      nonce: mark('nonce'),
      entry,
      signal: AbortSignal.timeout(patience),
      isWhole: true,
    })
    return new Response(stream).text()
  }

  const isRecent = (main: Main | undefined): main is Main =>
    main !== undefined && Math.abs(now() - main.now) < maxAge

  async function renderMain(c: AppContext, { route, boot }: SharedVisit, key: string): Promise<Main> {
    const last = mains.get(key)
    const before = isRecent(last) ? last : null
    // The same time as before, so that parts which depend on it stay as they are.
    const main = { version, now: before?.now ?? now(), eventId: events.hub.position }
    const { ask, recorded } = recordAnswers(
      fetcherFor({ ...c.var, person: null, via: null, sessionEndsAt: null }),
    )
    if (before) {
      const signal = AbortSignal.timeout(patience)
      for (const { path, isPage } of before.answers.asked) void ask(path, signal, isPage)
      // The change may concern what the page does not show.
      if ((await recorded()).json === before.answers.json) return { ...before, ...main }
    }
    const { replace, join } = makeParts(before?.texts ?? new Map(), mark('part'))
    let personal: ReactNode = null
    const page = await render({
      route,
      boot: { ...boot, viewer: boot.viewer && anyMember, unread: '', now: main.now },
      fetcher: ask,
      log: c.var.log,
      replacePart: replace,
      takePersonal(content) {
        personal = content
        return mark('personal')
      },
    })
    const start = page.indexOf('>', page.indexOf('<main ')) + 1
    const { html, texts } = join(page.slice(start, page.lastIndexOf('</main>')))
    return { ...main, parts: partsOf(html), personal, texts, answers: await recorded() }
  }

  /** At least as new as the last write before the call. */
  function mainOf(c: AppContext, visit: SharedVisit, key: string): Main | Promise<Main> {
    const known = mains.get(key)
    if (known?.version === version && isRecent(known)) return known
    const running = rendering.get(key)
    if (running?.version === version) return running.main
    // One rendering at a time: all that wait get the same.
    if (running) {
      running.next ??= running.main.then(
        () => mainOf(c, visit, key),
        () => mainOf(c, visit, key),
      )
      return running.next
    }
    const main = renderMain(c, visit, key)
      .then(made => {
        mains.set(key, made)
        return made
      })
      .finally(() => rendering.delete(key))
    rendering.set(key, { version, main, next: null })
    return main
  }

  function frameOf(c: AppContext, visit: SharedVisit, key: string): Frame | Promise<Frame> {
    const known = frames.get(key) ?? framing.get(key)
    if (known) return known
    const frame = renderFrame(c, visit)
      .then(made => {
        frames.set(key, made)
        return made
      })
      .finally(() => framing.delete(key))
    framing.set(key, frame)
    return frame
  }

  async function renderFrame(c: AppContext, { route, boot }: SharedVisit): Promise<Frame> {
    const html = await render({
      route,
      boot: {
        ...boot,
        eventId: mark('eventId'),
        now: nowMark,
        sessionEndsAt: boot.sessionEndsAt && mark('sessionEndsAt'),
        ...(boot.unread !== undefined && { unread: mark('unread') }),
      },
      fetcher: fetcherFor(c.var),
      log: c.var.log,
      main: mainMark,
    })
    const [before = '', after = ''] = html.split(mainMark)
    return { before: partsOf(before), after: partsOf(after) }
  }

  /** As of the same time as the content around it. */
  const personalOf = (c: AppContext, { route, boot }: SharedVisit, main: Main, nonce: string) =>
    main.personal === null
      ? ''
      : renderPersonal(main.personal, {
          route,
          boot: { ...boot, now: main.now },
          nonce,
          fetcher: fetcherFor(c.var),
          log: c.var.log,
          signal: AbortSignal.timeout(patience),
        })

  /** @returns the document's bytes; rejects when rendering fails */
  return async function sharedPage(
    c: AppContext,
    visit: SharedVisit,
    gzip: boolean,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { route, boot, brand } = visit
    const address = [route.id, boot.canonical, boot.theme, brand]
    const [frame, main] = await Promise.all([
      frameOf(
        c,
        visit,
        JSON.stringify([...address, boot.viewer, boot.ownLinks, boot.notice, boot.sessionEndsAt === null]),
      ),
      mainOf(c, visit, JSON.stringify([...address, boot.viewer === null])),
    ])
    const nonce = c.get('secureHeadersNonce') ?? ''
    const values: Record<Slot, Piece> = {
      nonce: new Piece(nonce),
      requestId: new Piece(boot.requestId),
      eventId: new Piece(main.eventId),
      now: new Piece(String(main.now)),
      sessionEndsAt: new Piece(boot.sessionEndsAt ?? ''),
      unread: new Piece(boot.unread ?? ''),
      personal: new Piece(await personalOf(c, visit, main, nonce)),
    }
    if (nonce.length !== nonceLength) throw new Error('the nonce has another length')
    const pieces = [...frame.before, ...main.parts, ...frame.after].map(part =>
      typeof part === 'string' ? values[part] : part,
    )
    return gzip ? gzipPieces(pieces) : join(pieces.map(({ bytes }) => bytes))
  }
}

const sizeOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + (typeof part === 'string' ? 0 : part.size), 1)

const sizeOfTexts = (texts: PartTexts): number =>
  [...texts].reduce((sum, [key, text]) => sum + key.length + text.length, 0)
