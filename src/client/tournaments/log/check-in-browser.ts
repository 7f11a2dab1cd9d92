import { logFilePath } from '#client/tournaments/api/log.ts'
import { checkLog, type LogCheck, type LogEvent } from '#contract/tournaments/log-chain.ts'

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('')

const sha256 = async (text: string): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

/** Browsers offer SHA-256 over https only, and on the machine itself. */
export const canCheck = (): boolean => typeof crypto !== 'undefined' && crypto.subtle !== undefined

/** The events of a file with one a line, as it arrives. */
async function* eventsIn(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<LogEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as LogEvent
  }
}

/** Downloads the whole log and recomputes it. @throws Error when it can't be read */
export async function checkInBrowser(tournament: string): Promise<LogCheck> {
  const response = await fetch(logFilePath(tournament))
  if (!response.ok || response.body === null) throw new Error('The log could not be read.')
  return checkLog(eventsIn(response.body), { tournament, sha256 })
}
