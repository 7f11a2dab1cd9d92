import { paths, safeNext } from '#client/paths.ts'

/** Payload of a push: `{ title, body, path, tag, id }` as JSON. */
export interface PushMessage {
  title: string
  body: string
  /** Path on this site. */
  path: string
  /** Messages with the same tag replace each other; '': none. */
  tag: string
}

/** A push must show a notification: this one replaces an unreadable message. */
const unreadable: PushMessage = {
  title: 'Reelstake',
  body: 'There is news for you. Tap to read it.',
  path: paths.notifications(),
  tag: '',
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}

export function readMessage(data: string): PushMessage {
  const payload = parse(data)
  if (typeof payload !== 'object' || payload === null) return unreadable
  const text = (name: keyof PushMessage): string => {
    const value: unknown = Reflect.get(payload, name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const title = text('title')
  if (title === '') return unreadable
  return {
    title,
    body: text('body'),
    path: safeNext(text('path') || paths.notifications()),
    tag: text('tag'),
  }
}
