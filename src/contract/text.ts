/** How text of people is read, whatever form it came from. Plain module: pages may use it too. */

/**
 * Characters that nobody sees and that make a name read as another: controls, marks and overrides of direction,
 * zero-width spaces. Joiners stay: Persian, the scripts of India and emoji are written with them.
 */
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u

/** Something that leaves ink. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

export const isVisible = (text: string) => visible.test(text)

/** One line: composed, runs of white space made one space. */
export const oneLine = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Several lines: composed, line ends made `\n`, at most one empty line in a row. */
export const manyLines = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** A tag, or the beginning of one. `<3` and `a < b` are none. */
const tag = /<[a-z/!?]/i

/** Whether it is written as a web page is. */
export const hasMarkup = (text: string) => tag.test(text)

/**
 * Pictures that are typed: emoji, flags, keys. Signs of print stay (© ® ™), and so do digits, `#` and `*`, which are
 * emoji only with U+FE0F or U+20E3 behind them (Unicode TR 51).
 */
const emoji = /(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Presentation}|[\u20e3\ufe0f]/u

export const hasEmoji = (text: string) => emoji.test(text)

/** Whether it has what {@link invisible} names, line ends aside, or half of a character. */
export const hasInvisible = (text: string) =>
  invisible.test(text.replaceAll('\n', '')) || !text.isWellFormed()
