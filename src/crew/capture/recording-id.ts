/** A fresh id for what is taken here. Over plain HTTP, as on a marina's own network, browsers make no UUIDs. */
export function newRecordingId(): string {
  if (isSecureContext) return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
