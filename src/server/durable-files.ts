import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'

/** Makes the content of a file, or renames in a directory, survive a power cut. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Replaces a file at once: readers see the old or the new text. Mode 0600. */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.part`, text, { mode: 0o600, flush: true })
  renameSync(`${path}.part`, path)
}
