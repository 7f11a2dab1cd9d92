const storageKey = 'reelstake.crew.stream-key'
const bytes = 16

const hex = (data: Uint8Array) => Array.from(data, byte => byte.toString(16).padStart(2, '0')).join('')

/** Random, once per device, never sent. */
export function streamKey(): string {
  const generate = () => `live_${hex(crypto.getRandomValues(new Uint8Array(bytes)))}`
  try {
    const existing = localStorage.getItem(storageKey)
    if (existing !== null && /^live_[0-9a-f]{32}$/.test(existing)) return existing
    const key = generate()
    localStorage.setItem(storageKey, key)
    return key
  } catch {
    // Storage is blocked.
    return generate()
  }
}

export const rtmpEndpoint = (hostname: string) => `rtmp://${hostname}/live`
