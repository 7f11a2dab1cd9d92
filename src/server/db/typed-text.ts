const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Latin letters with accents, by the letter without. */
const variants = Map.groupBy(
  [
    [0xc0, 0x24f],
    [0x1e00, 0x1eff],
  ].flatMap(([from = 0, to = 0]) =>
    Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)),
  ),
  withoutAccents,
)

/** Variants of each letter: upper and lower case, Latin letters with or without accents. */
export function lettersOf(text: string): string[][] {
  return Array.from(text.trim().normalize('NFC'), letter => {
    const plain = withoutAccents(letter)
    const latin = variants.get(plain)
    const all = latin
      ? [plain, plain.toUpperCase(), ...latin]
      : [letter, letter.toLowerCase(), letter.toUpperCase()]
    return [...new Set(all)]
  })
}

/** A search with more matches finds those that were added last. */
export const mostMatches = 1000
