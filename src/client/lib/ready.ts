const hydrated = Promise.withResolvers<void>()

/** Resolves when React has hydrated the page. */
export const whenHydrated: Promise<void> = hydrated.promise

export const markHydrated = hydrated.resolve
