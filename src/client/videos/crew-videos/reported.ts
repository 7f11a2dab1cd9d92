const key = 'reelstake.reported'
const maxReported = 200

function read(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(value) ? value.filter(id => typeof id === 'string') : []
  } catch {
    return []
  }
}

export const isReported = (id: string): boolean => read().includes(id)

export function rememberReported(id: string): void {
  try {
    localStorage.setItem(
      key,
      JSON.stringify([id, ...read().filter(other => other !== id)].slice(0, maxReported)),
    )
  } catch {
    // Storage is blocked: a second report replaces the first.
  }
}
