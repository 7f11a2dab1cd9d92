import type { Viewer } from '#client/lib/boot.tsx'

/** How the specification names whoever pays: the first name, or else the address. */
export const payerName = (viewer: Viewer): string => viewer.firstName?.trim() || viewer.email
