import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ApiError } from './http/errors.ts'

const megabyte = 1024 * 1024

/** Bytes that a reservation may write before it looks at the disk again: other processes write too. */
const recheckEvery = 8 * megabyte

const noRoomText = 'The server’s disk is nearly full, so nothing was saved. Please try again later.'

/** A write that would leave less than MIN_FREE_MB on its disk. 507 for a request; jobs and commands retry or report it. */
export class NoRoomError extends ApiError {
  /** For the log: how much is free, and how much is needed. */
  readonly details: string

  constructor(details: string, text: string) {
    super('no_room', text, { cause: new Error(details) })
    this.details = details
  }
}

/** Room on a disk that one writer holds; disposing of it gives the rest back. */
export interface Reservation extends Disposable {
  /** Call after every write, with its bytes. @throws NoRoomError when others have filled the disk meanwhile */
  wrote(bytes: number): void
}

/**
 * Checks the free space before a file is written, so that MIN_FREE_MB stays for the database. One instance per process:
 * it knows what the process's other writers have reserved and not written yet.
 */
export interface DiskSpace {
  /**
   * For one write that follows at once. The path need not exist yet.
   * @param text for people @throws NoRoomError
   */
  require(path: string, bytes: number, text?: string): void
  /** For a file that grows over time. Use it with `using`. @throws NoRoomError */
  reserve(path: string, bytes: number, text?: string): Reservation
}

export interface Disk {
  device: number
  /** Bytes that a process without privileges may still write. */
  free: number
}

/** The disk of a path, or of the nearest directory above it that exists. */
export function diskOf(path: string): Disk {
  for (;;) {
    const device = statSync(path, { throwIfNoEntry: false })?.dev
    if (device !== undefined) {
      const { bavail, bsize } = statfsSync(path)
      return { device, free: bavail * bsize }
    }
    path = dirname(path)
  }
}

/** @param look finds the disk of a path; tests pass their own */
export function makeDiskSpace({ minFreeMb }: { minFreeMb: number }, look = diskOf): DiskSpace {
  const mustRemain = minFreeMb * megabyte
  /** Bytes that are promised and not written yet, by device. */
  const promised = new Map<number, number>()
  const promise = (device: number, bytes: number) => promised.set(device, (promised.get(device) ?? 0) + bytes)

  function refuse(path: string, needed: number, { free }: Disk, text: string): never {
    const inMb = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`
    throw new NoRoomError(
      `${path}: ${inMb(needed)} needed, ${inMb(free)} free, of which ${minFreeMb} MB are kept for the database (MIN_FREE_MB)`,
      text,
    )
  }

  function check(path: string, bytes: number, text: string): Disk {
    const disk = look(path)
    const needed = bytes + (promised.get(disk.device) ?? 0)
    if (disk.free - needed < mustRemain) refuse(path, needed, disk, text)
    return disk
  }

  return {
    require(path, bytes, text = noRoomText) {
      check(path, bytes, text)
    },
    reserve(path, bytes, text = noRoomText) {
      const { device } = check(path, bytes, text)
      promise(device, bytes)
      let left = bytes
      let unchecked = 0
      return {
        wrote(written) {
          const kept = Math.min(left, written)
          left -= kept
          promise(device, -kept)
          unchecked += written
          if (unchecked < recheckEvery) return
          unchecked = 0
          const disk = look(path)
          if (disk.free < mustRemain) refuse(path, left, disk, text)
        },
        [Symbol.dispose]() {
          promise(device, -left)
          left = 0
        },
      }
    },
  }
}
