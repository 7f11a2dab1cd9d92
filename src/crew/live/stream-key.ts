const storageKey = 'reelstake.crew.stream-key'
const bytes = 16

const hex = (data: Uint8Array) => Array.from(data, byte => byte.toString(16).padStart(2, '0')).join('')

/** Random, once per device, never sent. */
export function streamKey(): string {
  const fresh = () => `live_${hex(crypto.getRandomValues(new Uint8Array(bytes)))}`
  try {
    const known = localStorage.getItem(storageKey)
    if (known !== null && /^live_[0-9a-f]{32}$/.test(known)) return known
    const key = fresh()
    localStorage.setItem(storageKey, key)
    return key
  } catch {
    // Storage is blocked.
    return fresh()
  }
}

export const rtmpEndpoint = (hostname: string) => `rtmp://${hostname}/live`
