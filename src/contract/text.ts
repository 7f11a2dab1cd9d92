/**
 * Invisible characters that disguise names. Persian, Indic scripts and emoji need joiners; flags, tags after their emoji.
 * Hangul fillers are letters that show nothing.
 */
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]|(?<![\p{Extended_Pictographic}\u{e0020}-\u{e007e}])[\u{e0000}-\u{e007f}]/u

/** More marks on one letter than any script needs: they cover the lines above and below. */
const pile = /([\p{M}\u200c\u200d]{8})[\p{M}\u200c\u200d]+/u

/** The braille blank is a symbol that shows nothing. */
const visible = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u

export const isVisible = (text: string) => visible.test(text)

/**
 * NFC in linear time: marks are sorted in quadratic time, so that of more than 30 in a row (UAX #15, Stream-Safe Text
 * Format) each 30 are normalised by themselves.
 */
const compose = (text: string) => text.replace(/\P{M}*\p{M}{0,30}/gu, part => part.normalize('NFC'))

/** NFC, white space and braille blanks collapsed. */
export const oneLine = (text: string) =>
  compose(text)
    .replace(/[\s\u2800]+/g, ' ')
    .trim()

/** More than composing takes away from a text. */
const uncomposedMax = (max: number) => 4 * max

/** Texts that are far too long stay as they are. @param max UTF-16 units of the tidy text */
export const tidyUpTo = (max: number, tidy: (text: string) => string) => (text: string) =>
  text.length > uncomposedMax(max) ? text : tidy(text)

/** One line without {@link invisible} characters and piles of marks, cut. @param max UTF-16 units */
export function shortLine(text: string, max: number): string {
  const start = text.slice(0, uncomposedMax(max))
  const clean = oneLine(
    start
      .replaceAll(new RegExp(invisible, 'gu'), ' ')
      .replaceAll(new RegExp(pile, 'gu'), '$1')
      .toWellFormed(),
  )
  if (clean.length <= max) return clean
  let short = ''
  for (const { segment } of new Intl.Segmenter().segment(clean)) {
    if (short.length + segment.length > max) break
    short += segment
  }
  return short.trim()
}

/** Cuts a text that is too long, between characters, and ends it with "…". @param max UTF-16 units */
export const shortText = (text: string, max: number): string =>
  text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`

/** NFC, `\n`, at most one empty line in a row. */
export const manyLines = (text: string) =>
  compose(text)
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Start of a tag, unlike `<3` and `a < b`. */
const tag = /<[a-z/!?]/i

export const hasMarkup = (text: string) => tag.test(text)

/** Emoji except © ® ™; digits, `#` and `*` need U+FE0F or U+20E3 (Unicode TR 51). */
const emoji = /(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Presentation}|[\u20e3\ufe0f]/u

export const hasEmoji = (text: string) => emoji.test(text)

/** {@link invisible} except line ends, or a lone surrogate. */
export const hasInvisible = (text: string) =>
  invisible.test(text.replaceAll('\n', '')) || !text.isWellFormed()

/** More than eight marks on one letter. */
export const hasPile = (text: string) => pile.test(text)
