/** Any escape in JSON text; the group matches U+0000 and halves of characters. */
const escapes = /\\(?:(u0000|ud[89a-f][0-9a-f]{2})|.)/g

/** Replaces characters that PostgreSQL can't store, U+0000 and lone surrogates, by U+FFFD. */
export const storableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed()

/** The same in the strings of JSON. */
export const storableJson = (json: string): string =>
  json.replace(escapes, (match, unsafe) => (unsafe ? '\ufffd' : match))
