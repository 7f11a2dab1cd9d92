import { goBack, pushAddress, replaceAddress, useAddress } from '#client/lib/location.ts'

/** How a page writes the video that is watched into its address. */
export interface Places {
  watched(address: URL): string | null
  /** @param id null: none */
  hrefOf(id: string | null, address: URL): string
}

/**
 * Which video is watched. The address says it: the back button closes it, a reload keeps it, and the link can be sent
 * on. Going from one video to the next adds no steps to go back.
 */
export function useWatching({ watched, hrefOf }: Places) {
  const address = useAddress()
  return {
    id: watched(address),
    hrefOf: (id: string) => hrefOf(id, address),
    open: (id: string) => pushAddress(hrefOf(id, address)),
    step: (id: string) => replaceAddress(hrefOf(id, address)),
    close: () => goBack(hrefOf(null, address)),
  }
}

export type Watching = ReturnType<typeof useWatching>
