import { goBack, pushAddress, replaceAddress, useAddress } from '#client/lib/location.ts'

/** Writes the watched video into a page's address, and reads it. */
export interface Places {
  idIn(address: URL): string | null
  hrefOf(id: string | null, address: URL): string
}

/** Back closes the video, a reload keeps it. Stepping adds no history. */
export function useWatching({ idIn, hrefOf }: Places) {
  const address = useAddress()
  return {
    id: idIn(address),
    hrefOf: (id: string) => hrefOf(id, address),
    open: (id: string) => pushAddress(hrefOf(id, address)),
    step: (id: string) => replaceAddress(hrefOf(id, address)),
    close: () => goBack(hrefOf(null, address)),
  }
}

export type Watching = ReturnType<typeof useWatching>
