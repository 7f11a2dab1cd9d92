/** Returns the SHA-256 in hex; of a text, that of its UTF-8. Native, since every signed-in request computes one. */
export const sha256 = (content: string | Uint8Array): string =>
  new Bun.CryptoHasher('sha256').update(content).digest('hex')
