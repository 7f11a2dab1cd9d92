import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ApiError } from './http/errors.ts'

const megabyte = 1024 * 1024

/** Bytes between checks: other processes write too. */
const recheckEvery = 8 * megabyte

const noSpaceText = 'The server’s disk is nearly full, so nothing was saved. Please try again later.'

/** The write would leave less than MIN_FREE_MB. Status 507; jobs retry. */
export class DiskFullError extends ApiError {
  /** Text that the log shows. */
  readonly details: string

  constructor(details: string, text: string) {
    super('no_room', text, { cause: new Error(details) })
    this.details = details
  }
}

/** Disposing releases the rest. */
export interface Reservation extends Disposable {
  /** @param bytes just written @throws DiskFullError */
  consume(bytes: number): void
}

/** Keeps MIN_FREE_MB for the database. One instance per process, since it tracks reservations. */
export interface DiskSpace {
  /** Checks the space for an immediate write. The path may not exist yet. @throws DiskFullError */
  require(path: string, bytes: number, text?: string): void
  /** Reserves space for a growing file; use with `using`. @throws DiskFullError */
  reserve(path: string, bytes: number, text?: string): Reservation
}

export interface Disk {
  device: number
  /** Bytes available to an unprivileged process. */
  free: number
}

/** Uses the nearest existing ancestor. */
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

export function makeDiskSpace({ minFreeMb }: { minFreeMb: number }, look = diskOf): DiskSpace {
  const mustRemain = minFreeMb * megabyte
  /** Reserved but unwritten bytes, by device. */
  const reservedBytes = new Map<number, number>()
  const addReserved = (device: number, bytes: number) =>
    reservedBytes.set(device, (reservedBytes.get(device) ?? 0) + bytes)

  function refuse(path: string, requiredBytes: number, { free }: Disk, text: string): never {
    const inMb = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`
    throw new DiskFullError(
      `${path}: ${inMb(requiredBytes)} needed, ${inMb(free)} free, of which ${minFreeMb} MB are reserved for the database (MIN_FREE_MB)`,
      text,
    )
  }

  function check(path: string, bytes: number, text: string): Disk {
    const disk = look(path)
    const requiredBytes = bytes + (reservedBytes.get(disk.device) ?? 0)
    if (disk.free - requiredBytes < mustRemain) refuse(path, requiredBytes, disk, text)
    return disk
  }

  return {
    require(path, bytes, text = noSpaceText) {
      check(path, bytes, text)
    },
    reserve(path, bytes, text = noSpaceText) {
      const { device } = check(path, bytes, text)
      addReserved(device, bytes)
      let rest = bytes
      let uncheckedBytes = 0
      return {
        consume(length) {
          const part = Math.min(rest, length)
          rest -= part
          addReserved(device, -part)
          uncheckedBytes += length
          if (uncheckedBytes < recheckEvery) return
          uncheckedBytes = 0
          const disk = look(path)
          if (disk.free < mustRemain) refuse(path, rest, disk, text)
        },
        [Symbol.dispose]() {
          addReserved(device, -rest)
          rest = 0
        },
      }
    },
  }
}
