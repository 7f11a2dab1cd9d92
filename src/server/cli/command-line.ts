import { resolve } from 'node:path'
import { countText } from '#contract/numbers.ts'
import { uploadsName } from '#server/data-dir.ts'
import { errorText } from '#server/fault-text.ts'

export interface Terminal {
  print: (line: string) => void
  complain: (line: string) => void
}

/** `512 B`, `3.4 MB` */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`
}

interface Files {
  files: readonly { name: string }[]
}

const isUpload = ({ name }: { name: string }) => name.startsWith(`${uploadsName}/`)

export const hasUploads = ({ files }: Files): boolean => files.some(isUpload)

export const uploadsIn = ({ files }: Files): string =>
  countText(files.filter(isUpload).length, 'uploaded file')

interface FileArguments {
  /** Absolute path. */
  file: string
  flags: ReadonlySet<string>
}

/** @returns exit code */
export type Command = (args: readonly string[], terminal: Terminal, signal?: AbortSignal) => Promise<number>

/** A command about one file. @returns exit code 0 done, 2 usage */
export const fileCommand =
  (
    usage: string,
    flags: readonly string[],
    run: (args: FileArguments, terminal: Terminal, signal?: AbortSignal) => Promise<void>,
  ): Command =>
  async (args, terminal, signal) => {
    if (args.includes('--help') || args.includes('-h')) {
      terminal.print(usage)
      return 0
    }
    const options = new Set(args.filter(arg => arg.startsWith('-')))
    const [file, ...rest] = args.filter(arg => !arg.startsWith('-'))
    if (!file || rest.length > 0 || [...options].some(flag => !flags.includes(flag))) {
      terminal.complain(usage)
      return 2
    }
    await run({ file: resolve(file), flags: options }, terminal, signal)
    return 0
  }

/** Exits with the command's code; handles signals and expected errors. */
export async function runAsProcess(main: Command): Promise<void> {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  const terminal: Terminal = { print: line => console.log(line), complain: line => console.error(line) }
  try {
    process.exitCode = await main(process.argv.slice(2), terminal, stop.signal)
  } catch (error) {
    process.exitCode = 1
    terminal.complain(stop.signal.aborted ? 'Stopped; nothing was changed.' : errorText(error))
  }
}
