import {
  type ChangeEvent,
  everything,
  type StreamEvents,
  heartbeatMs as usualBeatMs,
} from '#contract/event-stream.ts'
import type { UserId } from '#contract/ids.ts'
import { type ChangeLog, type Changes, mergeChanges } from '#server/db/changes.ts'
import { stalePaths } from './stale-paths.ts'

/** Milliseconds. */
const coalesceMs = 150
/** Number of stored events for reconnecting pages. */
const historySize = 256
/** Most pending events of a client before it is dropped. */
const backlog = 64
/** Most ids of one path in an event. */
export const mostIds = 10

interface Stream {
  controller: ReadableStreamDefaultController<Uint8Array>
  onEnd: () => void
  /** Null for a visitor. */
  person: UserId | null
}

const encoder = new TextEncoder()
const encode = (text: string) => encoder.encode(text)

/** Encodes an event. EventSource ignores events without data. */
function eventText<Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name], id?: string) {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

export interface HubOptions {
  /** Numbers the events. */
  log: Pick<ChangeLog, 'epoch' | 'position'>
  /** Milliseconds since 1970. */
  now: () => number
  /** Milliseconds. */
  gatherMs?: number
  heartbeatMs?: number
}

/** Encodes each message once for all streams. */
export class EventHub {
  readonly #streams = new Set<Stream>()
  /** Changes between each position and the one before. */
  readonly #past: { until: number; change: ChangeEvent }[] = []
  /** Position before the oldest of the past, or null if not read yet. */
  #start: number | null = null
  /** Position of the latest event. */
  #latest = 0
  /** Changes that are not sent yet. */
  #pending: Changes = new Map()
  #flush: ReturnType<typeof setTimeout> | null = null
  #beat: ReturnType<typeof setInterval> | null = null

  constructor(private readonly options: HubOptions) {}

  get size(): number {
    return this.#streams.size
  }

  /** Id of the latest event, for pages of any process; later reads include it. */
  get position(): string {
    this.#begin()
    return `${this.options.log.epoch}-${this.#latest}`
  }

  /**
   * @param lastEventId null: no replay
   * @param onEnd called once
   * @param person whose page it is; null: a visitor's
   */
  open(
    lastEventId: string | null,
    onEnd: () => void = () => {},
    person: UserId | null = null,
  ): ReadableStream<Uint8Array> {
    let stream: Stream | undefined
    return new ReadableStream<Uint8Array>(
      {
        start: controller => {
          stream = { controller, onEnd, person }
          this.#streams.add(stream)
          this.#beat ??= setInterval(
            () => this.publish('beat', this.#time()),
            this.options.heartbeatMs ?? usualBeatMs,
          )
          controller.enqueue(this.#greeting(lastEventId))
        },
        cancel: () => {
          if (stream) this.#drop(stream)
        },
      },
      { highWaterMark: backlog },
    )
  }

  /** Gathers changes, and sends them soon. */
  change(changes: Changes): void {
    this.#pending = mergeChanges(this.#pending, changes)
    this.#flush ??= setTimeout(() => {
      this.#flush = null
      this.#tell()
    }, this.options.gatherMs ?? coalesceMs)
  }

  /** Sends to the pages that are open. @param people whose pages get it; default: all */
  publish<Name extends keyof StreamEvents>(
    name: Name,
    data: StreamEvents[Name],
    { id, people }: { id?: string; people?: ReadonlySet<UserId | null> } = {},
  ): void {
    const message = encode(eventText(name, data, id))
    for (const stream of this.#streams)
      if (people === undefined || people.has(stream.person)) this.#send(stream, message)
  }

  #send(stream: Stream, message: Uint8Array): void {
    // Drops slow clients, so that memory stays bounded.
    if ((stream.controller.desiredSize ?? 0) > 0) stream.controller.enqueue(message)
    else {
      this.#drop(stream)
      stream.controller.error(new Error('too slow'))
    }
  }

  close(): void {
    if (this.#flush) clearTimeout(this.#flush)
    this.#flush = null
    for (const stream of [...this.#streams]) {
      this.#drop(stream)
      stream.controller.close()
    }
  }

  /** The log has no position before the first request. */
  #begin(): void {
    if (this.#start !== null) return
    this.#start = this.options.log.position
    this.#latest = this.#start
  }

  #tell(): void {
    this.#begin()
    const change = { lists: stalePaths(this.#pending, mostIds) }
    this.#pending = new Map()
    if (change.lists.length === 0) return
    const until = this.options.log.position
    this.#past.push({ until, change })
    if (this.#past.length > historySize) this.#start = this.#past.shift()?.until ?? until
    this.#latest = until
    this.publish('change', change, { id: this.position })
  }

  #time() {
    return { now: this.options.now() }
  }

  /** Sends missed changes before `ready`. */
  #greeting(lastEventId: string | null): Uint8Array {
    const change = lastEventId === null ? null : this.#changesSince(lastEventId)
    const ready = `retry: 2000\n${eventText('ready', this.#time(), this.position)}`
    return encode(change === null ? ready : `${eventText('change', change, this.position)}${ready}`)
  }

  /** Returns the changes after an event, or null if there are none. */
  #changesSince(id: string): ChangeEvent | null {
    const { epoch, position } = this.options.log
    const [life, text = ''] = id.split('-')
    const since = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    this.#begin()
    if (life !== epoch || !(since >= (this.#start ?? 0) && since <= position)) return { lists: [everything] }
    return merge(this.#past.filter(({ until }) => until > since).map(({ change }) => change))
  }

  #drop(stream: Stream): void {
    if (!this.#streams.delete(stream)) return
    stream.onEnd()
    if (this.#streams.size > 0 || this.#beat === null) return
    clearInterval(this.#beat)
    this.#beat = null
  }
}

/** Merges changes, or returns null if there are none. */
export function merge(changes: readonly ChangeEvent[]): ChangeEvent | null {
  if (changes.length === 0) return null
  return { lists: [...new Set(changes.flatMap(({ lists }) => lists))] }
}
