import { iso } from '#contract/iso.ts'
import { shortText } from '#contract/text.ts'
import { escapeMarkup } from '#server/http/markup.ts'

export interface FeedEntry {
  id: string
  title: string
  text: string
  /** Absolute. */
  link: string
  /** Milliseconds since 1970. */
  publishedAt: number
  updatedAt: number
}

export interface Feed {
  id: string
  title: string
  /** Null without one. */
  subtitle: string | null
  author: string
  /** Absolute addresses of the page and of the feed. */
  link: string
  self: string
  /** Milliseconds since 1970; the update time of a feed without entries. */
  createdAt: number
  entries: readonly FeedEntry[]
}

const link = (rel: string, type: string, href: string) =>
  `<link rel="${rel}" type="${type}" href="${escapeMarkup(href)}"/>`

const entryXml = ({ id, title, text, link: href, publishedAt, updatedAt }: FeedEntry) =>
  `<entry><id>urn:uuid:${id}</id><title>${escapeMarkup(title)}</title>${link('alternate', 'text/html', href)}<published>${iso(publishedAt)}</published><updated>${iso(updatedAt)}</updated><content type="text">${escapeMarkup(text)}</content></entry>`

/** RFC 4287. */
export function atomXml({ id, title, subtitle, author, link: href, self, createdAt, entries }: Feed): string {
  const latestUpdate = Math.max(createdAt, ...entries.map(({ updatedAt }) => updatedAt))
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:uuid:${id}</id><title>${escapeMarkup(title)}</title>${subtitle === null ? '' : `<subtitle>${escapeMarkup(subtitle)}</subtitle>`}<updated>${iso(latestUpdate)}</updated><author><name>${escapeMarkup(author)}</name></author>${link('alternate', 'text/html', href)}${link('self', 'application/atom+xml', self)}
${entries.map(entryXml).join('\n')}
</feed>
`
}

const titleMax = 80

/** The start of an update. */
export function titleOf(text: string): string {
  return shortText(text.replace(/\s+/g, ' ').trim(), titleMax)
}
